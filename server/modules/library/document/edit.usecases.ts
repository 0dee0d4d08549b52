import { afterOwnersEdit, isHidden, isInReview, isReadable } from "@/lib/rules/library/document-status"
import { hasEncoding } from "@/lib/contract/library/document.encodings"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { isForEverybody } from "@/lib/rules/library/document-visibility"
import type { LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid } from "@/server/errors"
import { moveCounts, requireLineage } from "../category/counts.usecases"
import { requireLanguage } from "../language/language.usecases"
import { isKnownPicture } from "../files/attachments.usecases"
import { readUserGroups } from "../../people/user/user.usecases"
import { checkTexts } from "../../community/sensitive-word/check.usecases"
import { enqueueConversion } from "./conversion.jobs"
import { enqueueTitleCovers } from "./cover.jobs"
import { mayEdit } from "./document.policy"
import {
  changeDocument,
  deleteCustomText,
  findCustomText,
  findDocument,
  listCategoriesOf,
  lockDocuments,
  setCategories,
  setCustomText,
  type DocumentRow,
} from "./document.repository"
import { describedBy, readCustomText, textLength } from "./document-answers.usecases"
import { reconvertDocument } from "./reconvert.usecases"
import { isComplete, judge, verdictOf } from "./review.usecases"
import { enqueueDocumentSafety } from "./safety-check.jobs"
import { replaceFile } from "./version.usecases"
import { offersVip } from "./vip.usecases"

type Changes = {
  title?: string
  keywords?: string
  description?: string
  price?: number
  language?: string
  is_vip?: boolean
  own_cover?: string
  encoding?: string
}
type More = { id: number; category_id?: number[]; content?: string; status?: number; attachment?: { id?: number } }

/**
 * Changes the given fields, for the owner or staff (docs/reference/api.md 2.5). After the owner edits its texts, a rejected document
 * returns to review, and so does a readable one if all of the owner's groups require reviews.
 * Without VIP on the site, the owner's change of the VIP mark is ignored, so that clients that send the whole document do not lose it.
 * Unchanged values that such clients send back have no effect.
 */
export const updateDocument = async (ctx: LoggedIn, { id, category_id, content, status, attachment, ...changes }: Changes & More) => {
  const permitted = ctx.may("PUT /document")
  const { group } = await readUserGroups(ctx)
  const [languageOf, vip] = await Promise.all([requireLanguage(ctx), offersVip(ctx)])
  const stored = await findDocument(ctx.db, { id })
  if (!stored || !mayEdit(ctx, stored)) throw forbidden("文档不存在或没有权限")
  const rewrittenText = (name: "title" | "keywords" | "description") => (changes[name] === stored[name] ? undefined : changes[name])
  const written = content !== undefined && !(await isCurrentText(ctx, stored, content)) ? content : undefined
  const texts = {
    title: rewrittenText("title"),
    keywords: rewrittenText("keywords"),
    description: rewrittenText("description"),
    content: written,
  }
  const checked = await checkTexts(ctx, HitKind.document, texts, { userId: stored.user_id })
  for (const name of ["title", "keywords", "description"] as const) if (texts[name] !== undefined) changes[name] = checked.texts[name]
  const review = checked.review || (group.length > 0 && group.every((one) => one.enable_document_review))
  return ctx.tx(async (ctx) => {
    const [row] = await lockDocuments(ctx.db, [id])
    if (!row || !mayEdit(ctx, row)) throw forbidden("文档不存在或没有权限")
    if (!vip && !permitted) delete changes.is_vip
    if (!permitted || changes.own_cover === row.own_cover) delete changes.own_cover
    await requireOwnCover(ctx, changes.own_cover)
    if (changes.language !== undefined && changes.language !== row.language) changes.language = languageOf(changes.language)
    if (changes.description && !row.description && (await isOwnBeginning(ctx, row, changes.description))) delete changes.description
    if (changes.encoding === row.encoding) delete changes.encoding
    if (changes.encoding !== undefined) requireEncodable(row)
    if (permitted) await giveStatus(ctx, row, status)
    const rewritten = await writeContent(ctx, row, checked.texts.content ?? content)
    await checked.record(ctx, id)
    await changeDocument(ctx.db, id, { ...changes, ...(permitted ? {} : await statusAfter(ctx, row, changes, rewritten, review)) })
    if (category_id) {
      const categories = await requireLineage(ctx, category_id, 0)
      const before = (await listCategoriesOf(ctx.db, [id])).map((category) => category.id)
      await setCategories(ctx.db, id, categories)
      if (isForEverybody(row)) await moveCounts(ctx, before, categories)
    }
    if (attachment?.id && attachment.id !== row.attachment_id) await replaceFile(ctx, { id, attachment_id: attachment.id })
    if (changes.encoding !== undefined) await reconvertDocument(ctx, id)
    if (row.title_cover) await enqueueTitleCovers(ctx, [row])
    await enqueueDocumentSafety(ctx, [row])
    await ctx.changed("document", row.uuid, row.user_id)
    return {}
  })
}

/** An encoding can be chosen for a text file that is readable. The old pages stay until the pages in the new encoding are ready. */
const requireEncodable = (row: DocumentRow): void => {
  if (!hasEncoding(row.ext)) throw invalid("只有文本文件可以选择文字编码", "encoding")
  if (!isReadable(row.status)) throw conflict("文档还在转换，请等转换完成后再选择文字编码", "encoding")
}

/** A cover must be an image that was uploaded here; another URL would display nothing. */
const requireOwnCover = async (ctx: LoggedIn, path: string | undefined): Promise<void> => {
  if (path && !(await isKnownPicture(ctx.db, path))) throw invalid("没有这张图片，请重新上传封面", "own_cover")
}

/**
 * Applies a review result that staff sent as a status. Conversion states cannot be set. A request based on an outdated conversion state is
 * rejected, because 200 would claim that the change was applied.
 */
const giveStatus = async (ctx: LoggedIn, row: DocumentRow, status: number | undefined): Promise<void> => {
  if (status === undefined || status === row.status) return
  if (!isHidden(status) && !isHidden(row.status)) throw conflict("文档的转换状态已经变了，请刷新后再改", "status")
  if (!ctx.may("PUT /document/check")) throw forbidden("你没有权限访问【文档审核】")
  if (!(await judge(ctx, row, verdictOf(status)))) throw conflict("文档现在的状态不能这样改", "status")
}

/**
 * Checks whether a description is only the automatic one of a document without a description; sent back by a client, it does not count as a
 * description.
 */
const isOwnBeginning = async (ctx: LoggedIn, row: DocumentRow, description: string): Promise<boolean> =>
  sameText(description, describedBy(row, await readCustomText(ctx, row, textLength.excerpt)))

/** Compares texts and ignores white space, control and format characters. */
const sameText = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ""))
  return a === b
}

/** Checks whether a client sent the text as it received it, all of it or the excerpt. */
const isCurrentText = async (ctx: LoggedIn, row: DocumentRow, content: string): Promise<boolean> => {
  const currentText = await readCustomText(ctx, row, textLength.all)
  return sameText(content, currentText) || sameText(content, currentText.slice(0, textLength.excerpt))
}

/**
 * Writes a custom text that replaces the file's; sending the file's own text, or none, deletes it. Returns true if the readable text
 * changes.
 */
const writeContent = async (ctx: LoggedIn, row: DocumentRow, content: string | undefined): Promise<boolean> => {
  if (content === undefined) return false
  if (await isCurrentText(ctx, row, content)) return false
  const written = (await findCustomText(ctx.db, row.id, 1)) !== null
  if (!content && !written) return false
  await deleteCustomText(ctx.db, row.id)
  if (content && !(written && sameText(content, await readCustomText(ctx, row, textLength.all))))
    await setCustomText(ctx.db, row.id, content)
  return true
}

const statusAfter = async (ctx: LoggedIn, row: DocumentRow, changes: Changes, content: boolean, review: boolean) => {
  const rewritten =
    content || (["title", "keywords", "description"] as const).some((name) => changes[name] !== undefined && changes[name] !== row[name])
  if (!rewritten) return {}
  const status = afterOwnersEdit(row.status, review)
  if (status === null) throw conflict("文档还在转换，请等转换完成后再修改")
  // A document that was rejected before it had pages is converted now.
  if (!isInReview(status) || isInReview(row.status) || (await isComplete(ctx, row))) return { status }
  await enqueueConversion(ctx, row)
  return { status, draw_in_review: true, convert_reason: "", convert_error: "", convert_deaths: 0, convert_place: null, lease_until: null }
}
