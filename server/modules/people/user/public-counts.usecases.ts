import { and, eq, type SQL } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Ctx, Services } from "@/server/context"
import { totalOf } from "@/server/db/totals"
import { articleTable, publicArticles } from "../../articles/article/article.table"
import { documentTable, readableDocuments } from "../../library/document/document.table"
import { footerPages } from "../../site/settings/footer-pages.usecases"

/*
 * How much everybody sees, counted in one way wherever a number of it is shown: the home page, the dashboard, a person's page and the
 * card beside their documents. What is in review, rejected, disabled or deleted is not in it, nor are the footer's pages.
 */

export const countReadableDocuments = (ctx: Ctx, of?: SQL): Promise<number> => totalOf(ctx.db, documentTable, and(readableDocuments(), of))

export const countPublicArticles = async (ctx: Ctx, of?: SQL): Promise<number> =>
  totalOf(ctx.db, articleTable, and(publicArticles(await footerPages(ctx.app)), of))

type PublicCounts = { doc_count: number; article_count: number }

/** The documents and articles of a person that everybody sees: as many as their page lists. */
export const publicCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const [doc_count, article_count] = await Promise.all([
    countReadableDocuments(ctx, eq(documentTable.user_id, userId)),
    countPublicArticles(ctx, eq(articleTable.user_id, userId)),
  ])
  return { doc_count, article_count }
}

const lately = new WeakMap<Services, LRUCache<number, PublicCounts>>()

/** The same, up to half a minute old: for the card beside a document, which is read far oftener than it changes and asks anew when it is looked at. */
export const recentCounts = async (ctx: Ctx, userId: number): Promise<PublicCounts> => {
  const known = lately.get(ctx.app) ?? new LRUCache<number, PublicCounts>({ max: 5_000, ttl: 30_000 })
  lately.set(ctx.app, known)
  const counts = known.get(userId) ?? (await publicCounts(ctx, userId))
  known.set(userId, counts, { noUpdateTTL: true })
  return counts
}
