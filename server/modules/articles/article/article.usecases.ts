import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { findMovedId } from "@/server/db/moved-ids"
import { notFound } from "@/server/errors"
import { withReviewMarks } from "../../community/sensitive-word/review-marks.usecases"
import { shiftDocumentCounts } from "../../library/category/category.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { footerPages } from "../../site/settings/footer-pages.usecases"
import { countPublicArticles } from "../../people/user/public-counts.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import {
  addArticle,
  countArticles,
  findArticle,
  listArticles,
  listCategoriesOf,
  type ArticleFilter,
  type ArticleRow,
} from "./article.repository"
import { firstUploadOf } from "./pictures.rules"

/** Adds covers, authors and categories to articles: two queries, regardless of the number of rows. */
export const withRelations = async (ctx: Ctx, rows: ArticleRow[]) => {
  const [users, categories] = await Promise.all([
    publicUsers(
      ctx,
      rows.map((row) => row.user_id),
    ),
    listCategoriesOf(
      ctx.db,
      rows.map((row) => row.id),
    ),
  ])
  return rows.map((row) => {
    const articleCategories = categories.filter((category) => category.owner === row.id)
    return {
      ...row,
      cover: row.cover ?? firstUploadOf(row.content),
      category: articleCategories,
      category_id: articleCategories.map((category) => category.id),
      user: users.get(row.user_id) ?? null,
    }
  })
}

/** Finds an imported article whose number was taken when it arrived. */
const findMovedArticle = async (ctx: Ctx, id = 0): Promise<ArticleRow | null> => {
  const movedId = id ? await findMovedId(ctx.db, "article", id) : null
  return movedId === null ? null : findArticle(ctx.db, { id: movedId })
}

/** Reads an article. Unapproved articles are visible to their owner and staff only (docs/reference/api.md 2.6). */
export const readArticle = async (ctx: Ctx, input: { id?: number; identifier?: string }) => {
  const row = (await findArticle(ctx.db, input)) ?? (await findMovedArticle(ctx, input.identifier ? 0 : input.id))
  const visible = row && (row.status === ReviewStatus.approved || row.user_id === ctx.user?.id || ctx.may("GET /article"))
  if (!visible) throw notFound("文章不存在")
  return (await withRelations(ctx, [row]))[0]!
}

/** Counts the public articles that the page footer links to and that no list displays. */
export const countFooterPages = async (ctx: Ctx): Promise<number> =>
  (await countArticles(ctx.db, { status: [ReviewStatus.approved] })) - (await countPublicArticles(ctx))

/** Lists articles, without content. Users without the permission see only approved articles of others. */
export const readArticles = async (ctx: Ctx, input: ArticleFilter) => {
  const isOwn = ctx.user !== null && input.user_id?.[0] === ctx.user.id
  const status = isOwn || ctx.may("GET /article/list") ? input.status : [ReviewStatus.approved]
  const without = isOwn || ctx.may("GET /article/list") ? [] : await footerPages(ctx.app)
  const { rows, total } = await listArticles(ctx.db, { ...input, status, without, user_id: isOwn ? [ctx.user!.id] : input.user_id })
  const articles = await withReviewMarks(ctx, "article", await withRelations(ctx, rows))
  return { total, article: articles.map((article) => ({ ...article, content: "" })) }
}

type NewArticle = { identifier: string; title: string; description: string; keywords: string; content: string }

/** Publishes an approved article of this user and counts it like any other. Leaves an article with an existing identifier unchanged. */
export const publishArticle = async (ctx: Ctx, article: NewArticle, userId: number, categories: number[]): Promise<void> => {
  const id = await addArticle(ctx.db, { ...article, user_id: userId, status: ReviewStatus.approved }, categories)
  if (!id) return
  await changeUserCounts(ctx, [userId], { article_count: 1 })
  await shiftDocumentCounts(ctx, categories, 1)
  await ctx.changed("article", article.identifier, userId)
}
