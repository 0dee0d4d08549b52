import { eq, sql } from "drizzle-orm"
import { ReviewStatus } from "@/lib/contract/enums"
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

/** Writes the views that wait. */
export const flushArticleViews = views.flush

/** One article. Clients that read it by its identifier show it: a public one counts a view, unless a page is only being rendered, which alone gets the colours of its code. */
export const openArticle = async (ctx: Ctx, input: { id?: number; identifier?: string }) => {
  const article = await readArticle(ctx, input)
  if (input.identifier && !ctx.request.prefetch && article.status === ReviewStatus.approved) await views.count(ctx, article.id)
  return ctx.request.rendering ? article : { ...article, content: withPlainCode(article.content) }
}
