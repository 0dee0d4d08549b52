import { eq, sql } from "drizzle-orm"
import { isHidden } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { countDailyViews } from "../../operations/daily-count/daily-count.usecases"
import { createViewCounts, timesOf } from "@/server/modules/operations/daily-count/view-counts.usecases"
import { publicCounts } from "../../people/user/public-counts.usecases"
import { requireReadable } from "./access.policy"
import { documentTable, documentVisitTable as t } from "./document.table"
import { readDocument } from "./document-answers.usecases"

const views = createViewCounts(async (tx, visits) => {
  const rows = visits.map(({ id, ...visit }) => ({ document_id: id, ...visit }))
  const counted = await tx.insert(t).values(rows).onConflictDoNothing().returning({ id: t.document_id, hour: t.hour })
  for (const [id, times] of timesOf(counted))
    await tx
      .update(documentTable)
      .set({ view_count: sql`${documentTable.view_count} + ${times}` })
      .where(eq(documentTable.id, id))
  await countDailyViews(tx, counted)
})

/** Writes the buffered views. */
export const flushViews = views.flush

/** Counts a visitor of a public document once an hour, and returns its counters. The count in the document follows within seconds. */
export const countView = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (!isHidden(row.status)) await views.count(ctx, row.id)
  const { view_count, download_count, favorite_count, comment_count, score, score_count } = row
  const author = await publicCounts(ctx, row.user_id)
  return { view_count, download_count, favorite_count, comment_count, score, score_count, author }
}

/**
 * Returns one document. Existing clients display it with its author and do not report views, so this request counts as one
 * (docs/reference/api.md 2.5), unless the page is only being rendered. Our clients report views with `POST /document/view`.
 */
export const openDocument = async (ctx: Ctx, input: Parameters<typeof readDocument>[1] & { with_author?: boolean }) => {
  const document = await readDocument(ctx, input)
  if (input.with_author && !ctx.request.prefetch && !isHidden(document.status)) await views.count(ctx, document.id)
  return document
}
