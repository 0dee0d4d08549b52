import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { drawTitleCover, recropCovers, refreshTitleCovers } from "./cover.usecases"

/** Renders or removes the title cover of a document. */
export const titleCoverJob = job<{ document_id: number }>({
  name: "title-cover",
  timeoutSeconds: 120,
  retries: 2,
  concurrency: 1,
  run: (ctx, { document_id }) => drawTitleCover(ctx, document_id),
})

/** Enqueues a check of these documents' covers in the transaction of the change. */
export const enqueueTitleCovers = async (ctx: Ctx, rows: readonly { id: number }[]): Promise<void> => {
  for (const { id } of rows) await ctx.enqueue(titleCoverJob, { document_id: id }, { key: String(id) })
}

/** Covers per batch, so that a run ends before the next begins. */
const some = 500

/** Renders again the covers made by earlier program versions, and covers whose author, category or title has been renamed. */
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
