import { and, eq, sql, type SQL } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Ctx, Services } from "@/server/context"
import { totalOf } from "@/server/db/totals"
import { articleTable, publicArticles } from "../../articles/article/article.table"
import { documentTable, readableDocuments } from "../../library/document/document.table"
import { footerPages } from "../../site/settings/footer-pages.usecases"

/*
 * Counts of public content, computed the same way wherever they are displayed: the home page, the dashboard, a user's page and the card
 * beside their documents. Content that is in review, rejected, disabled or deleted does not count, nor do the footer's pages.
 */

export const countReadableDocuments = (ctx: Ctx, of?: SQL): Promise<number> => totalOf(ctx.db, documentTable, and(readableDocuments(), of))

export const countPublicArticles = async (ctx: Ctx, of?: SQL): Promise<number> =>
  totalOf(ctx.db, articleTable, and(publicArticles(await footerPages(ctx.app)), of))

/** How a user's public documents were received: their downloads, and the mean of all ratings times 100, 0 = not rated. */
type Reception = { download_count: number; score: number }
type PublicCounts = Reception & { doc_count: number; article_count: number }

const readReception = async (ctx: Ctx, userId: number): Promise<Reception> => {
  const { download_count: downloads, score, score_count } = documentTable
  const [row] = await ctx.db
    .select({
      download_count: sql<number>`coalesce(sum(${downloads}), 0)::int`,
      score: sql<number>`coalesce(round(sum(${score} * ${score_count})::numeric / nullif(sum(${score_count}), 0)), 0)::int`,
    })
    .from(documentTable)
    .where(and(readableDocuments(), eq(documentTable.user_id, userId)))
  return row ?? { download_count: 0, score: 0 }
}

/** Counts a user's public documents and articles, as many as their page lists, and how the documents were received. */
export const publicCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const [doc_count, article_count, reception] = await Promise.all([
    countReadableDocuments(ctx, eq(documentTable.user_id, userId)),
    countPublicArticles(ctx, eq(articleTable.user_id, userId)),
    readReception(ctx, userId),
  ])
  return { doc_count, article_count, ...reception }
}

const lately = new WeakMap<Services, LRUCache<number, PublicCounts>>()

/**
 * Returns the counts from a cache, up to half a minute old: for the card beside a document, which is read far more often than it changes
 * and refreshes when it becomes visible.
 */
export const recentCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const cache = lately.get(ctx.app) ?? new LRUCache<number, PublicCounts>({ max: 5_000, ttl: 30_000 })
  lately.set(ctx.app, cache)
  const counts = cache.get(userId) ?? (await publicCounts(ctx, userId))
  cache.set(userId, counts, { noUpdateTTL: true })
  return counts
}
