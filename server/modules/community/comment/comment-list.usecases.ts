import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { mayReadCondition, readableContents } from "../../library/content/content.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import { withReviewMarks } from "../sensitive-word/review-marks.usecases"
import { findComment, listComments, type CommentFilter, type CommentRow } from "./comment.repository"
import { commentTable } from "./comment.table"

/** Adds authors, and titles if requested: three queries, regardless of the number of rows. */
const withRelations = async (ctx: Ctx, rows: CommentRow[], titles: boolean) => {
  const [users, contentOf] = await Promise.all([
    publicUsers(
      ctx,
      rows.map((row) => row.user_id),
    ),
    titles ? readableContents(ctx, rows) : () => undefined,
  ])
  return rows.map((row) => {
    const content = contentOf(row)
    return {
      ...row,
      user: users.get(row.user_id) ?? null,
      document_title: content?.title ?? (titles ? "已被删除" : ""),
      document_uuid: content?.key ?? "",
    }
  })
}

type ListInput = CommentFilter & { with_document_title?: unknown }

/**
 * Lists approved comments on readable content; users who request their own comments, and staff, get every status (docs/reference/api.md
 * 2.8). Comments of a document and an article with the same id are never mixed.
 */
export const readComments = async (ctx: Ctx, { with_document_title, ...input }: ListInput) => {
  const isOwn = ctx.user !== null && input.user_id === ctx.user.id
  const permitted = ctx.may("GET /comment/list")
  const defaultStatus = (isOwn || permitted) && !input.document_id ? undefined : [ReviewStatus.approved]
  const status = isOwn || permitted ? (input.status ?? defaultStatus) : [ReviewStatus.approved]
  const type = input.document_id && !input.type?.length ? [ContentKind.document] : input.type
  const visible =
    isOwn || permitted ? undefined : mayReadCondition(ctx, commentTable.type, commentTable.document_id, { listed: !input.document_id })
  const { rows, total } = await listComments(ctx.db, { ...input, status, type, wd: isOwn || permitted ? input.wd : undefined }, visible)
  const titles = ![undefined, false, "false", 0, "0", ""].includes(with_document_title as string)
  return { total, comment: await withReviewMarks(ctx, "comment", await withRelations(ctx, rows, titles)) }
}

/** Returns one comment for staff. */
export const readComment = async (ctx: Ctx, { id }: { id: number }) => {
  const row = await findComment(ctx.db, id)
  if (!row) throw notFound("评论不存在")
  return (await withRelations(ctx, [row], true))[0]!
}
