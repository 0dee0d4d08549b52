import { and, eq, type SQL } from "drizzle-orm"
import type { Ctx } from "../../context"
import { totalOf } from "../../db/totals"
import { articleTable, publicArticles } from "../article/article.table"
import { documentTable, publicDocuments } from "../document/document.table"
import { footerPages } from "../settings/footer-pages.usecases"

/*
 * How much everybody sees, counted in one way wherever a number of it is shown: the home page, the dashboard, a person's page and the
 * card beside their documents. What is in review, rejected, disabled or deleted is not in it, nor are the footer's pages.
 */

export const countPublicDocuments = (ctx: Ctx, of?: SQL): Promise<number> => totalOf(ctx.db, documentTable, and(publicDocuments, of))

export const countPublicArticles = async (ctx: Ctx, of?: SQL): Promise<number> =>
  totalOf(ctx.db, articleTable, and(publicArticles(await footerPages(ctx.app)), of))

/** The documents and articles of a person that everybody sees: as many as their page lists. */
export const publicCounts = async (ctx: Ctx, userId: number): Promise<{ doc_count: number; article_count: number }> => {
  const [doc_count, article_count] = await Promise.all([
    countPublicDocuments(ctx, eq(documentTable.user_id, userId)),
    countPublicArticles(ctx, eq(articleTable.user_id, userId)),
  ])
  return { doc_count, article_count }
}
