import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { mentionedNames } from "@/lib/rules/community/mentions"
import type { Ctx, UserNotice } from "@/server/context"
import { readersAmong, type Content } from "../../library/content/content.usecases"
import { recordDecisions } from "../../people/decision/decision.usecases"
import { listUsersByName } from "../../people/user/people.usecases"
import { findComment, type CommentRow } from "./comment.repository"

const aboutComment = ({ type, document_id, user_id, id }: CommentRow) => ({
  by: user_id,
  subject: { type, document_id },
  data: { comment_id: id },
})

/**
 * Notifies users of a comment that has become readable: the author of the parent comment, the owner, and the mentioned users, each once.
 * For content with restricted visibility, only the owner and users who may read it are notified.
 */
export const tellOfComment = async (ctx: Ctx, content: Content, row: CommentRow): Promise<void> => {
  if (content.deleted_at) return
  const parent = row.parent_id ? await findComment(ctx.db, row.parent_id) : null
  const mentioned = await listUsersByName(ctx, mentionedNames(row.content))
  const others = [...(parent ? [parent.user_id] : []), ...mentioned.map(({ id }) => id)]
  const readers = await readersAmong(ctx, content, others)
  const about = aboutComment(row)
  const all: UserNotice[] = [
    ...(parent && readers.has(parent.user_id) ? [{ ...about, kind: "reply", user_id: parent.user_id } as const] : []),
    { ...about, kind: "comment", user_id: content.user_id },
    ...mentioned.filter(({ id }) => readers.has(id)).map(({ id }) => ({ ...about, kind: "mention", user_id: id }) as const),
  ]
  await ctx.notify(all.filter((one, at) => all.findIndex(({ user_id }) => user_id === one.user_id) === at))
}

/** Notifies authors whose comments staff have approved or rejected; a rejection is recorded, so that it can be appealed. */
export const tellOfVerdict = async (ctx: Ctx, rows: readonly CommentRow[], status: number): Promise<void> => {
  if (status !== ReviewStatus.approved && status !== ReviewStatus.rejected) return
  const verdict = status === ReviewStatus.approved ? "approved" : "rejected"
  const decisions = rows.map(({ id, user_id }) => ({
    kind: DecisionKind.comment,
    object_id: id,
    user_id,
    verdict: DecisionVerdict.rejected,
    reason: "",
  }))
  const ids = await recordDecisions(ctx, verdict === "rejected" ? decisions : [])
  await ctx.notify(
    rows.map(({ user_id, type, document_id, id }, at) => ({
      kind: "comment_review",
      user_id,
      by: ctx.user?.id ?? 0,
      subject: { type, document_id },
      data: { verdict, comment_id: id, ...(ids[at] && { decision_id: ids[at] }) },
    })),
  )
}
