import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid, notFound } from "@/server/errors"
import { requireCaptcha } from "../../people/captcha/captcha.usecases"
import { hrefOf, lockReadable, type Content } from "../../library/content/content.usecases"
import { addDynamic } from "../../people/activity/activity.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { checkTexts } from "../sensitive-word/check.usecases"
import { enqueueCommentSafety } from "./comment.jobs"
import { mayDelete, requireCommentRight, requirePause } from "./comment.policy"
import { addCommentRow, deleteCommentRows, findComment, listCommentsById, type CommentRow } from "./comment.repository"
import { countOne, recount } from "./counts.usecases"
import { lockWithContents, publishComment } from "./review.usecases"

type NewComment = {
  document_id: number
  type?: number
  parent_id?: number
  content: string
  page?: number
  captcha?: string
  captcha_id?: string
}

export const findComments = (ctx: Ctx, ids: number[]): Promise<CommentRow[]> => listCommentsById(ctx.db, ids)

/** Adds a comment after checking right, pause, captcha and readability (docs/reference/api.md 2.8). Only approved comments count. */
export const addComment = async (
  ctx: LoggedIn,
  { document_id, type = ContentKind.document, parent_id = 0, content: text, page = 0, captcha, captcha_id }: NewComment,
) => {
  const user_id = ctx.user.id
  const right = await requireCommentRight(ctx)
  const checked = await checkTexts(ctx, HitKind.comment, { content: text })
  const status = checked.review ? ReviewStatus.pending : right.status
  // Check before the captcha, so that a rejected comment does not consume it, and again under the lock.
  await requirePause(ctx, user_id)
  await requireCaptcha(ctx, "comment", { captcha, captcha_id })
  return ctx.tx(async (ctx) => {
    const content = await lockReadable(ctx, { type, document_id })
    await lockPeople(ctx, [user_id, content.user_id])
    await requirePause(ctx, user_id)
    if (parent_id) await requireParent(ctx, parent_id, content, user_id)
    if (page < 0 || page > content.pages) throw invalid("页码不正确", "page")
    const row = await addCommentRow(ctx.db, {
      user_id,
      document_id,
      type,
      parent_id,
      content: checked.texts.content,
      page,
      status,
      ip: ctx.request.ip,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    await checked.record(ctx, row.id)
    await enqueueCommentSafety(ctx, row.id)
    await addDynamic(ctx, {
      user_id,
      type: DynamicType.comment,
      message: `评论了${ContentKind.labelOf(type)}《{title}》`,
      title: content.title,
      href: hrefOf(content),
    })
    if (status === ReviewStatus.approved) {
      await countOne(ctx, row)
      await publishComment(ctx, content, row)
    }
    const about = { id: row.id, status, user_id, type, document_id, parent_id, path: hrefOf(content) }
    await tellWebhooks(ctx, "comment.created", [about])
    return { id: row.id, status }
  })
}

/** The parent must belong to the same content and be readable for the author. */
const requireParent = async (ctx: Ctx, id: number, content: Content, userId: number) => {
  const parent = await findComment(ctx.db, id)
  const fits = parent && parent.type === content.type && parent.document_id === content.id
  if (!fits || (parent.status !== ReviewStatus.approved && parent.user_id !== userId)) throw notFound("要回复的评论不存在", "parent_id")
}

/** Deletes the user's own comments, or any comments for staff; replies stay (docs/reference/api.md 2.8). */
export const deleteComments = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const { rows } = await lockWithContents(ctx, id)
    if (!rows.length || !rows.every((row) => mayDelete(ctx, row))) throw forbidden("评论不存在或没有权限删除")
    await deleteCommentRows(
      ctx.db,
      rows.map((row) => row.id),
    )
    await recount(ctx, rows)
    return {}
  })
