import { ReportKind } from "@/lib/contract/community/report.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden } from "@/server/errors"
import { checkArticles } from "../../articles/article/review.usecases"
import { hrefOf, lockAll, readableContents, type Content } from "../../library/content/content.usecases"
import { checkDocuments } from "../../library/document/review.usecases"
import { findUser, listUsersById, type UserRow } from "../../people/user/people.usecases"
import { hideUser, isUserVisible } from "../../people/user/user.usecases"
import { findComments } from "../comment/comment.usecases"
import { checkComments } from "../comment/review.usecases"

/* Objects of reports: documents, articles, comments, users. `document_id` is the id of any of them. */

export type TargetRef = { type: number; document_id: number }
/** `key`: a document's uuid or an article's identifier. `content`: the text of a comment or the signature of a user. */
export type ReportTargetRow = { title: string; href: string; key: string; user_id: number; content: string; subject: TargetRef | null }

const { document, article, comment, user } = ReportKind
const longestTitle = 60

const ofContent = (row: Content): ReportTargetRow => ({
  title: row.title,
  href: hrefOf(row),
  key: row.key,
  user_id: row.user_id,
  content: "",
  subject: { type: row.type, document_id: row.id },
})
const ofUser = (row: UserRow): ReportTargetRow => ({
  title: row.username,
  href: paths.user(row.id),
  key: "",
  user_id: row.id,
  content: row.signature,
  subject: null,
})

/** Reads the contents that the caller may see, in a fixed number of queries; the others are omitted. Returns a lookup. */
export const findTargets = async (ctx: Ctx, refs: TargetRef[]): Promise<(ref: TargetRef) => ReportTargetRow | undefined> => {
  const idsOf = (type: number) => [...new Set(refs.filter((ref) => ref.type === type).map(({ document_id }) => document_id))]
  const [comments, users] = await Promise.all([findComments(ctx, idsOf(comment)), listUsersById(ctx, idsOf(user))])
  const visible = comments.filter(
    ({ status, user_id }) => status === ReviewStatus.approved || user_id === ctx.user?.id || ctx.may("GET /comment"),
  )
  const contentOf = await readableContents(ctx, [...refs.filter(({ type }) => type === document || type === article), ...visible])
  const targets = new Map<string, ReportTargetRow>()
  for (const row of users) if (isUserVisible(ctx, row)) targets.set(`${user}/${row.id}`, ofUser(row))
  for (const row of visible) {
    const content = contentOf(row)
    if (!content) continue
    const title = row.content.replaceAll(/\s+/g, " ").slice(0, longestTitle)
    targets.set(`${comment}/${row.id}`, { ...ofContent(content), title, content: row.content, user_id: row.user_id })
  }
  return (ref) => {
    const content = ref.type === document || ref.type === article ? contentOf(ref) : undefined
    return content ? ofContent(content) : targets.get(`${ref.type}/${ref.document_id}`)
  }
}

type State = "public" | "waiting" | "other"
/** Returns whether the content is public, or waits for a verdict after automatic hiding. */
const stateOf = async (ctx: Ctx, { type, document_id }: TargetRef): Promise<State> => {
  if (type === user) {
    const row = await findUser(ctx, document_id)
    return !row || row.closed_at ? "other" : row.hidden_at ? "waiting" : "public"
  }
  if (type === comment) {
    const [row] = await findComments(ctx, [document_id])
    return row ? reviewState(row.status) : "other"
  }
  const [row] = await lockAll(ctx, [{ type, document_id }])
  if (!row || row.deleted_at) return "other"
  if (type === article) return reviewState(row.status)
  return row.status === DocumentStatus.reviewing ? "waiting" : isHidden(row.status) ? "other" : "public"
}
const reviewState = (status: number): State =>
  status === ReviewStatus.approved ? "public" : status === ReviewStatus.pending ? "waiting" : "other"

type Verdict = "hide" | "restore" | "take down"

/** Applies a verdict with the use case of each kind, which notifies the author and refreshes the pages. */
const apply = async (ctx: LoggedIn, { type, document_id: id }: TargetRef, verdict: Verdict, reason = ""): Promise<unknown> => {
  if (type === user) return hideUser(ctx, id, verdict !== "restore")
  if (type === document) {
    const status = { hide: DocumentStatus.reviewing, restore: DocumentStatus.converted, "take down": DocumentStatus.disabled }[verdict]
    return checkDocuments(ctx, { id: [id], status, reason })
  }
  const status = { hide: ReviewStatus.pending, restore: ReviewStatus.approved, "take down": ReviewStatus.rejected }[verdict]
  return type === article
    ? checkArticles(ctx, { article_id: [id], status, reject_reason: reason })
    : checkComments(ctx, { id: [id], status })
}

/** Hides public content until staff decide: it waits for a review; a user's page is hidden. Returns whether it was public. */
export const hideTarget = async (ctx: LoggedIn, ref: TargetRef): Promise<boolean> => {
  if ((await stateOf(ctx, ref)) !== "public") return false
  await apply(ctx, ref, "hide", ref.type === document ? "收到多次举报，等待核实" : "")
  return true
}

/** Makes the content public again, unless staff have already decided about it. */
export const restoreTarget = async (ctx: LoggedIn, ref: TargetRef): Promise<void> => {
  if ((await stateOf(ctx, ref)) === "waiting") await apply(ctx, ref, "restore")
}

const reviewCalls = {
  [document]: "PUT /document/check",
  [article]: "PUT /article/check",
  [comment]: "POST /comment/check",
  [user]: "PUT /user",
} as const

/** Takes content down permanently. @throws 403 without the permission to review contents of this kind */
export const takeDownTarget = async (ctx: LoggedIn, ref: TargetRef, reason: string): Promise<void> => {
  const call = reviewCalls[ref.type as keyof typeof reviewCalls]
  if (!ctx.may(call)) throw forbidden(`你没有权限下架${ReportKind.labelOf(ref.type)}`)
  if ((await stateOf(ctx, ref)) !== "other") await apply(ctx, ref, "take down", reason)
}
