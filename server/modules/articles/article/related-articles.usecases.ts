import { nearness, splitKeywords } from "@/lib/rules/library/nearness"
import type { Ctx } from "@/server/context"
import { AppError, notFound } from "@/server/errors"
import { listCategoriesOf } from "./article.repository"
import { footerPages } from "../../site/settings/footer-pages.usecases"
import { readArticle } from "./article.usecases"
import { findNeighbour, listLeaves, listNearby, listNewest, type Near } from "./related.repository"

const maxResults = 10
/** Maximum number of candidate articles, by where they come from. */
const max = { category: 300, newest: 200 }

/** Reads the article that the request refers to; answers 404 to users who may not read it. */
const requireReadable = (ctx: Ctx, identifier: string) =>
  readArticle(ctx, { identifier }).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? notFound("相关文章不存在") : error
  })

const withCategories = async (ctx: Ctx, rows: Near[]) => {
  const categories = await listCategoriesOf(
    ctx.db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, category_id: categories.filter(({ owner }) => owner === row.id).map(({ id }) => id) }))
}

/**
 * Returns at most ten readable articles related to this one by keywords and title: first those of its category, then other new ones, then
 * the newest of its category (docs/reference/api.md 2.6).
 */
export const readRelatedArticles = async (ctx: Ctx, { identifier }: { identifier: string }) => {
  const article = await requireReadable(ctx, identifier)
  const [leaves, without] = await Promise.all([listLeaves(ctx.db, article.id), footerPages(ctx.app)])
  const score = nearness(splitKeywords(article.keywords), article.title)
  const scored = (rows: Near[]) =>
    rows.map((row) => ({ row, score: score(row) })).toSorted((one, other) => other.score - one.score || other.row.id - one.row.id)
  const inside = scored(await listNearby(ctx.db, article.id, leaves, without, max.category))
  const related = inside.filter((one) => one.score > 0)
  // Articles of the category come first; if they fill the list, the others are not queried.
  const outside = related.length < maxResults ? scored(await listNewest(ctx.db, article.id, without, max.newest)) : []
  const ordered = [...related, ...outside.filter((one) => one.score > 0), ...inside].map(({ row }) => row)
  const once = [...new Map(ordered.map((row) => [row.id, row])).values()].slice(0, maxResults)
  return { article: await withCategories(ctx, once) }
}

/** Returns the readable articles before and after this one in its category, by order of creation. */
export const readArticleNeighbours = async (ctx: Ctx, { identifier }: { identifier: string }) => {
  const article = await requireReadable(ctx, identifier)
  const [leaf] = await listLeaves(ctx.db, article.id)
  if (!leaf) return { previous: null, next: null }
  const [before, after] = await Promise.all([
    findNeighbour(ctx.db, leaf, article.id, "before"),
    findNeighbour(ctx.db, leaf, article.id, "after"),
  ])
  const neighbours = await withCategories(
    ctx,
    [before, after].filter((row) => row !== null),
  )
  const by = (row: Near | null) => neighbours.find((one) => one.id === row?.id) ?? null
  return { previous: by(before), next: by(after) }
}
