import type { Ctx } from "@/server/context"
import { publish } from "@/server/db/events"
import { job } from "@/server/module"
import { settingsOf } from "../../site/settings/settings.usecases"
import { listWaiting, noteDeaths, wakeDocuments } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** Jobs that are sent at once; there are not more slots. Each takes what comes first, whichever document it was sent for. */
const atOnce = 64

/** Takes a free slot, which works as long as anything waits. The document is only the job's key: turns are given by `ctx.app.conversions`. */
export const convertJob = job<{ document_id: number }>({
  name: "convert-document",
  timeoutSeconds: 3 * 3600,
  retries: 2,
  concurrency: (env) => env.CONVERT_CONCURRENCY,
  run: async (ctx, { document_id }) => {
    if (await ctx.app.conversions.serve(ctx)) await sendJob(ctx, document_id)
  },
})

const sendJob = (ctx: Ctx, document_id: number, startAfterSeconds?: number) =>
  ctx.enqueue(convertJob, { document_id }, { key: String(document_id), startAfterSeconds })

/** Has a waiting document converted, in the transaction of the change: a free slot wakes up, those at work look who goes first. */
export const enqueueConversion = async (ctx: Ctx, { id }: Pick<DocumentRow, "id">, startAfterSeconds?: number): Promise<void> => {
  await sendJob(ctx, id, startAfterSeconds)
  await publish(ctx.db, "queued", {})
}

/** The same for many: what no slot is free for now is found by those that work. */
export const enqueueConversions = async (ctx: Ctx, rows: readonly Pick<DocumentRow, "id">[]): Promise<void> => {
  for (const row of rows.slice(0, atOnce)) await enqueueConversion(ctx, row)
}

/** Takes abandoned documents up again, and what waits without a job; a job too many does nothing. */
export const sweepJob = job({
  name: "sweep-conversions",
  timeoutSeconds: 60,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: async (ctx) => {
    await wakeWaiting(ctx)
    await requeueAbandoned(ctx)
  },
})

/** What waits for a program that is there by now, or for a sandbox that is no longer asked for, is tried again. */
export const wakeWaiting = async (ctx: Ctx): Promise<void> => {
  const programs = await ctx.app.converter.capabilities()
  const installed = (name: string) => programs.some((one) => one.name === name && one.installed)
  const { sandbox_required } = await settingsOf(ctx.app, "converter")
  if (installed("LibreOffice")) await wakeDocuments(ctx.db, "need_office")
  if (installed("bubblewrap") || !sandbox_required) await wakeDocuments(ctx.db, "need_sandbox")
}

export const requeueAbandoned = async (ctx: Ctx): Promise<void> => {
  const dead = await ctx.tx((ctx) => noteDeaths(ctx.db))
  for (const { id, wait } of dead) await enqueueConversion(ctx, { id }, wait + 1)
  await enqueueConversions(ctx, await listWaiting(ctx.db))
}
