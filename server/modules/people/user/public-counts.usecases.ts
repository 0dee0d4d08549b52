import { and, eq, type SQL } from "drizzle-orm"
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

type PublicCounts = { doc_count: number; article_count: number }

/** Counts a user's public documents and articles: as many as their page lists. */
export const publicCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const [doc_count, article_count] = await Promise.all([
    countReadableDocuments(ctx, eq(documentTable.user_id, userId)),
    countPublicArticles(ctx, eq(articleTable.user_id, userId)),
  ])
  return { doc_count, article_count }
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
