import { eq, sql } from "drizzle-orm"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { countDailyViews } from "../../operations/daily-count/daily-count.usecases"
import { withPlainCode } from "@/server/ports/sanitizer/plain-code"
import { createViewCounts, timesOf } from "@/server/modules/operations/daily-count/view-counts.usecases"
import { articleTable, articleVisitTable as t } from "./article.table"
import { readArticle } from "./article.usecases"

const views = createViewCounts(async (tx, visits) => {
  const rows = visits.map(({ id, ...visit }) => ({ article_id: id, ...visit }))
  const counted = await tx.insert(t).values(rows).onConflictDoNothing().returning({ id: t.article_id, hour: t.hour })
  for (const [id, times] of timesOf(counted))
    await tx
      .update(articleTable)
      .set({ view_count: sql`${articleTable.view_count} + ${times}` })
      .where(eq(articleTable.id, id))
  await countDailyViews(tx, counted)
})

/** Writes the buffered views. */
export const flushArticleViews = views.flush

/**
 * Reads an article. A client that requests a public article by identifier displays it, which counts as a view unless it only prefetches.
 * Only page rendering gets highlighted code.
 */
export const openArticle = async (ctx: Ctx, input: { id?: number; identifier?: string }) => {
  const article = await readArticle(ctx, input)
  if (input.identifier && !ctx.request.prefetch && article.status === ReviewStatus.approved) await views.count(ctx, article.id)
  return ctx.request.rendering ? article : { ...article, content: withPlainCode(article.content) }
}
