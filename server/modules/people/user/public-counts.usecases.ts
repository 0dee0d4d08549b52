import { and, eq, sql, type SQL } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Ctx, Services } from "@/server/context"
import { totalOf } from "@/server/db/totals"
import { articleTable, publicArticles } from "../../articles/article/article.table"
import { documentTable, publicDocuments } from "../../library/document/document.table"
import { footerPages } from "../../site/settings/footer-pages.usecases"

/*
 * Counts of public content, computed the same way wherever they are displayed: the home page, the dashboard, a user's page and the card
 * beside their documents. Content that is in review, rejected, disabled or deleted does not count, nor do the footer's pages.
 */

export const countReadableDocuments = (ctx: Ctx, of?: SQL): Promise<number> => totalOf(ctx.db, documentTable, and(publicDocuments(), of))

export const countPublicArticles = async (ctx: Ctx, of?: SQL): Promise<number> =>
  totalOf(ctx.db, articleTable, and(publicArticles(await footerPages(ctx.app)), of))

/** How a user's public documents were received: their downloads, and the mean of all ratings times 100, 0 = not rated. */
type Reception = { download_count: number; score: number }
type PublicCounts = Reception & { doc_count: number; article_count: number }

const readReception = async (ctx: Ctx, userId: number): Promise<Reception> => {
  const { download_count: downloads, score, score_count } = documentTable
  const [row] = await ctx.db
    .select({
      download_count: sql<number>`coalesce(sum(${downloads}), 0)::float8`,
      score: sql<number>`coalesce(round(sum(${score} * ${score_count})::numeric / nullif(sum(${score_count}), 0)), 0)::int`,
    })
    .from(documentTable)
    .where(and(publicDocuments(), eq(documentTable.user_id, userId)))
  return row ?? { download_count: 0, score: 0 }
}

const countWorks = async (ctx: Ctx, userId: number) => {
  const [doc_count, article_count] = await Promise.all([
    countReadableDocuments(ctx, eq(documentTable.user_id, userId)),
    countPublicArticles(ctx, eq(articleTable.user_id, userId)),
  ])
  return { doc_count, article_count }
}

/** Counts a user's public documents and articles, as many as their page lists, and how the documents were received. */
export const publicCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const [counts, reception] = await Promise.all([countWorks(ctx, userId), readReception(ctx, userId)])
  return { ...counts, ...reception }
}

type Cached = { recent: LRUCache<number, Promise<PublicCounts>>; receptions: LRUCache<number, Promise<Reception>> }
const caches = new WeakMap<Services, Cached>()
const cachesOf = (app: Services): Cached => {
  const cached = caches.get(app) ?? {
    recent: new LRUCache<number, Promise<PublicCounts>>({ max: 5_000, ttl: 30_000 }),
    receptions: new LRUCache<number, Promise<Reception>>({ max: 1_000, ttl: 600_000 }),
  }
  caches.set(app, cached)
  return cached
}

/** Returns the cached promise, or that of `read`, which is dropped if it fails. */
const shared = <Value extends object>(cache: LRUCache<number, Promise<Value>>, id: number, read: () => Promise<Value>): Promise<Value> => {
  const cached = cache.get(id)
  if (cached) return cached
  const value = read()
  cache.set(id, value)
  value.catch(() => cache.delete(id))
  return value
}

/** Adding up the documents of an author with more than these takes long enough to keep the sums for ten minutes. */
const manyDocuments = 5_000

/**
 * Returns the counts from a cache, up to half a minute old: for the card beside a document, which is read far more often than it changes
 * and refreshes when it becomes visible.
 */
export const recentCounts = (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const { recent, receptions } = cachesOf(ctx.app)
  const readCounts = async () => {
    const counts = await countWorks(ctx, userId)
    const read = () => readReception(ctx, userId)
    return { ...counts, ...(await (counts.doc_count > manyDocuments ? shared(receptions, userId, read) : read())) }
  }
  return shared(recent, userId, readCounts)
}
