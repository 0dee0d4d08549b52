import { randomBytes } from "node:crypto"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { withPlainCode } from "@/server/ports/sanitizer/plain-code"
import { sanitized } from "@/server/security/sanitized"
import { shiftDocumentCounts } from "../../library/category/category.usecases"
import { dropCounts, moveCounts, requireLineage } from "../../library/category/counts.usecases"
import { addDynamic } from "../../people/activity/activity.usecases"
import { keepPictures, sizesOfPictures } from "../../library/files/attachments.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { requirePublishRight } from "../../people/user/rights.policy"
import { publicUsers } from "../../people/user/user.usecases"
import { checkTexts } from "../../community/sensitive-word/check.usecases"
import { maskHtml, plainTextOf } from "../../community/sensitive-word/html-text.rules"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import {
  addArticle,
  changeArticles,
  findArticle,
  listCategoriesOf,
  lockArticles,
  recommendArticleRows,
  replaceCategories,
  type ArticleRow,
} from "./article.repository"
import { enqueueArticleSafety, rehostPicturesJob } from "./article.jobs"
import { remotePicturesOf, uploadsOf, withSizes } from "./pictures.rules"
import { readArticle } from "./article.usecases"
import { aboutArticle, judge } from "./review.usecases"

const owns = (ctx: Pick<Ctx, "user">, row: Pick<ArticleRow, "user_id">): boolean => ctx.user !== null && ctx.user.id === row.user_id

type Written = {
  title: string
  content: string
  keywords?: string
  description?: string
  identifier?: string
  category_id?: number[]
  notice?: number
  source?: string
  source_url?: string
  /** Fields that only staff may set. */
  status?: number
  is_recommend?: boolean
  reject_reason?: string
}

/** Returns the sanitized content and its summary, the first 200 characters of its paragraphs. */
const requireContent = async (ctx: Ctx, written: string) => {
  const { html, text, lead } = await sanitized(ctx, "article", written, "content")
  if (!text && !html.includes("<img")) throw invalid("请输入正文", "content")
  const content = withSizes(html, await sizesOfPictures(ctx, uploadsOf(html)))
  return { content, summary: [...(lead || text).slice(0, 400)].slice(0, 200).join("") }
}

type ArticleTexts = { title?: string; keywords?: string; description?: string; content?: string }

/** Checks the texts of an article for sensitive words; the content by its text without tags. */
const checkArticle = <T extends ArticleTexts>(ctx: Ctx, texts: T, userId: number) =>
  checkTexts(ctx, HitKind.article, texts, { userId, read: { content: (html) => plainTextOf(html).text }, mask: { content: maskHtml } })

/**
 * Publishes an article; requires the group's right or the permission. Staff may choose the identifier, otherwise it is random
 * (docs/reference/api.md 2.6).
 */
export const createArticle = async (ctx: LoggedIn, input: Written) => {
  const right = await requirePublishRight(ctx)
  const user_id = ctx.user.id
  const { content: html, summary } = await requireContent(ctx, input.content)
  const { title, keywords } = input
  const checked = await checkArticle(ctx, { title, keywords, description: input.description || summary, content: html }, user_id)
  const review = right.review || checked.review
  const { content } = checked.texts
  const permitted = ctx.may("POST /article")
  const identifier = (permitted && input.identifier) || randomBytes(8).toString("hex")
  return ctx.tx(async (ctx) => {
    const categories = await requireLineage(ctx, input.category_id ?? [], ContentKind.article)
    const status = (permitted ? input.status : undefined) ?? (review ? ReviewStatus.pending : ReviewStatus.approved)
    const row = {
      identifier,
      user_id,
      title: checked.texts.title,
      content,
      keywords: checked.texts.keywords ?? "",
      description: checked.texts.description,
      status,
      source: input.source,
      source_url: input.source_url,
      reject_reason: status === ReviewStatus.rejected ? input.reject_reason : undefined,
      recommend_at: permitted && input.is_recommend ? ctx.now() : null,
      notice: permitted ? input.notice : undefined,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    }
    const id = await addArticle(ctx.db, row, categories)
    if (!id) throw conflict("文章标识符已存在", "identifier")
    await checked.record(ctx, id)
    await enqueueArticleSafety(ctx, id)
    await keepPicturesOf(ctx, id, user_id, content)
    await changeUserCounts(ctx, [user_id], { article_count: 1 })
    await shiftDocumentCounts(ctx, categories, 1)
    await addDynamic(ctx, {
      user_id,
      type: DynamicType.article,
      message: "发布了文章《{title}》",
      title: row.title,
      href: `/article/${identifier}`,
    })
    await ctx.changed("article", identifier, user_id)
    if (status === ReviewStatus.approved) await tellWebhooks(ctx, "article.published", [aboutArticle({ id, identifier, user_id })])
    // Sequential, because a transaction has one connection.
    const user = (await publicUsers(ctx, [user_id])).get(user_id) ?? null
    return { ...(await findArticle(ctx.db, { id }))!, category: await listCategoriesOf(ctx.db, [id]), category_id: categories, user }
  })
}

/** Reads an article as it is stored, for the form of its owner or staff. */
export const readArticleSource = async (ctx: LoggedIn, input: { id?: number; identifier?: string }) => {
  const article = await readArticle(ctx, input)
  if (!owns(ctx, article) && !ctx.may("PUT /article")) throw forbidden("你没有权限修改此文章")
  return { ...article, display: withPlainCode(article.content), version: article.updated_at.toISOString() }
}

/**
 * Changes the given fields, for the owner or staff (docs/reference/api.md 2.6); the URL stays. After an edit by its owner, a rejected
 * article returns to review, and so does an approved one if the owner's articles are reviewed.
 */
export const updateArticle = async (
  ctx: LoggedIn,
  { id, category_id, notice, status, is_recommend, reject_reason, identifier: _, ...changes }: Partial<Written> & { id: number },
) => {
  const permitted = ctx.may("PUT /article")
  const seen = await findArticle(ctx.db, { id })
  if (!seen) throw notFound("文章不存在")
  if (!permitted && !owns(ctx, seen)) throw forbidden("你没有权限修改此文章")
  const mustReview = !permitted && (await requirePublishRight(ctx)).review
  const content = changes.content === undefined ? undefined : await requireContent(ctx, changes.content)
  const description = changes.description === "" ? (content ?? (await requireContent(ctx, seen.content))).summary : changes.description
  const changedText = (name: "title" | "keywords") => (changes[name] === seen[name] ? undefined : changes[name])
  const newDescription = description === seen.description ? undefined : description
  const texts = { title: changedText("title"), keywords: changedText("keywords"), description: newDescription, content: content?.content }
  const checked = await checkArticle(ctx, texts, seen.user_id)
  const review = mustReview || checked.review
  return ctx.tx(async (ctx) => {
    const [row] = await lockArticles(ctx.db, [id])
    if (!row) throw notFound("文章不存在")
    const written = Object.fromEntries(Object.entries(checked.texts).filter(([, value]) => value !== undefined))
    const values: Partial<ArticleRow> = { ...changes, content: undefined, ...written, notice: permitted ? notice : undefined }
    await checked.record(ctx, id)
    await enqueueArticleSafety(ctx, id)
    await changeArticles(ctx.db, [id], { ...values, ...(permitted ? {} : statusAfter(row, values, review)), updated_at: ctx.now() })
    if (values.content !== undefined) await keepPicturesOf(ctx, id, row.user_id, values.content)
    // Only PUT /article/recommend withdraws a recommendation, because clients that do not know the field send false.
    if (permitted && is_recommend) await recommendArticleRows(ctx.db, [id], ctx.now())
    if (status !== undefined && ctx.may("PUT /article/check")) await judge(ctx, row, status, reject_reason ?? row.reject_reason)
    if (category_id) await moveTo(ctx, id, await requireLineage(ctx, category_id, ContentKind.article))
    await ctx.changed("article", row.identifier, row.user_id)
    return {}
  })
}

const statusAfter = (row: ArticleRow, values: Partial<ArticleRow>, review: boolean) => {
  if (row.status === ReviewStatus.rejected) return { status: ReviewStatus.pending, reject_reason: "" }
  const rewritten = (["title", "content", "description", "keywords"] as const).some(
    (name) => values[name] !== undefined && values[name] !== row[name],
  )
  return review && rewritten ? { status: ReviewStatus.pending } : {}
}

/** Links the site's own uploads to the article; a job downloads external images. */
const keepPicturesOf = async (ctx: Ctx, id: number, owner: number, content: string) => {
  await keepPictures(ctx, id, owner, uploadsOf(content))
  if (remotePicturesOf(content, 1).length) await ctx.enqueue(rehostPicturesJob, { id }, { key: String(id) })
}

const moveTo = async (ctx: Ctx, id: number, categories: number[]) => {
  const before = (await listCategoriesOf(ctx.db, [id])).map((category) => category.id)
  await replaceCategories(ctx.db, [id], categories)
  await moveCounts(ctx, before, categories)
}

/** Soft-deletes all of the articles or none (docs/reference/api.md 2.6). */
export const deleteArticles = (ctx: LoggedIn, input: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockArticles(ctx.db, input.id)
    if (!rows.length || !rows.every((row) => owns(ctx, row) || ctx.may("DELETE /article"))) throw forbidden("你没有权限删除指定文章")
    await removeRows(ctx, rows)
    return {}
  })

/** Moves articles to the recycle bin without a check of their owner. Call it in a transaction. */
export const removeArticles = async (ctx: Ctx, ids: number[]): Promise<void> => {
  if (ids.length) await removeRows(ctx, await lockArticles(ctx.db, ids))
}

const removeRows = async (ctx: Ctx, rows: ArticleRow[]): Promise<void> => {
  const ids = rows.map((row) => row.id)
  const owners = [...new Set(rows.map((row) => row.user_id))]
  await lockPeople(ctx, owners)
  await changeArticles(ctx.db, ids, { deleted_at: ctx.now(), updated_at: ctx.now() })
  for (const owner of owners) await changeUserCounts(ctx, [owner], { article_count: -rows.filter((row) => row.user_id === owner).length })
  await dropCounts(
    ctx,
    (await listCategoriesOf(ctx.db, ids)).map((category) => category.id),
  )
  for (const row of rows) await ctx.changed("article", row.identifier, row.user_id)
}
