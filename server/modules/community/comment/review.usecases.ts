import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid, notFound } from "@/server/errors"
import { lockAll, type Content } from "../../library/content/content.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { rewardCommented } from "../../money/ledger/rewards.usecases"
import { tellOfComment, tellOfVerdict } from "./comment-notices.usecases"
import { changeComments, findComment, listCommentsById, lockComments, type CommentRow } from "./comment.repository"
import { recount } from "./counts.usecases"

/** Tells people of the comment and rewards the document's owner; articles earn no credits (docs/reference/api.md 6.1). */
export const publishComment = async (ctx: Ctx, content: Content, row: CommentRow) => {
  await tellOfComment(ctx, content, row)
  if (content.type !== ContentKind.document || content.deleted_at) return
  await rewardCommented(ctx, {
    owner: content.user_id,
    commenter: row.user_id,
    comment: row.id,
    document: { id: content.id, uuid: content.key, title: content.title },
  })
}

/** Locks the comments and their counters in the common lock order. */
export const lockWithContents = async (ctx: Ctx, ids: number[]) => {
  const seen = await listCommentsById(ctx.db, ids)
  const contents = await lockAll(ctx, seen)
  await lockPeople(
    ctx,
    [...seen, ...contents].map((row) => row.user_id),
  )
  const rows = await lockComments(
    ctx.db,
    seen.map((row) => row.id),
  )
  return { rows, contentOf: (row: CommentRow) => contents.find((content) => content.type === row.type && content.id === row.document_id) }
}

const requireStatus = (status: number) => {
  if (!ReviewStatus.options.some((option) => option.value === status)) throw invalid("请选择审核状态", "status")
}

/** Lets staff change text, status or both. */
export const updateComment = (ctx: LoggedIn, { id, content, status }: { id: number; content?: string; status?: number }) =>
  ctx.tx(async (ctx) => {
    if (!(await findComment(ctx.db, id))) throw notFound("评论不存在")
    if (content !== undefined) await changeComments(ctx.db, [id], { content, updated_at: ctx.now() })
    if (status !== undefined) await review(ctx, [id], status)
    return {}
  })

export const checkComments = (ctx: LoggedIn, { id, status }: { id: number[]; status: number }) =>
  ctx.tx(async (ctx) => {
    await review(ctx, id, status)
    return {}
  })

/** Sets the status, counts newly approved comments, and notifies the owner. */
const review = async (ctx: Ctx, ids: number[], status: number) => {
  requireStatus(status)
  const { rows, contentOf } = await lockWithContents(ctx, ids)
  const changed = rows.filter((row) => row.status !== status)
  if (!changed.length) return
  await changeComments(
    ctx.db,
    changed.map((row) => row.id),
    { status, updated_at: ctx.now() },
  )
  await recount(ctx, changed)
  await tellOfVerdict(ctx, changed, status)
  if (status !== ReviewStatus.approved) return
  for (const row of changed) {
    const content = contentOf(row)
    if (content) await publishComment(ctx, content, row)
  }
}

/** Sends an approved comment to review. */
export const holdComment = async (ctx: Ctx, id: number): Promise<void> => {
  const { rows } = await lockWithContents(ctx, [id])
  if (rows[0]?.status === ReviewStatus.approved) await review(ctx, [id], ReviewStatus.pending)
}
