import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { drawTitleCover, recropCovers, refreshTitleCovers } from "./cover.usecases"

/** Draws the cover of a document's title, or takes it away. */
export const titleCoverJob = job<{ document_id: number }>({
  name: "title-cover",
  timeoutSeconds: 120,
  retries: 2,
  concurrency: 1,
  run: (ctx, { document_id }) => drawTitleCover(ctx, document_id),
})

/** Has the covers of these documents looked at, in the transaction of the change. */
export const enqueueTitleCovers = async (ctx: Ctx, rows: readonly { id: number }[]): Promise<void> => {
  for (const { id } of rows) await ctx.enqueue(titleCoverJob, { document_id: id }, { key: String(id) })
}

/** Covers at a time, so that a run ends before the next begins. */
const some = 500

/** Makes covers of earlier versions anew, and those whose author, category or title has another name by now. */
export const refreshCoversJob = job({
  name: "refresh-covers",
  timeoutSeconds: 3_000,
  retries: 0,
  concurrency: 1,
  every: "41 * * * *",
  run: async (ctx) => {
    while ((await recropCovers(ctx, some)) === some && !ctx.app.stopping());
    await refreshTitleCovers(ctx)
  },
})
