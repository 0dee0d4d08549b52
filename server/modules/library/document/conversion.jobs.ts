import type { Ctx } from "@/server/context"
import { publish } from "@/server/db/events"
import { job } from "@/server/module"
import { settingsOf } from "../../site/settings/settings.usecases"
import { conversionJobName } from "./conversion-order.rules"
import { hasAbandoned, listWaiting, noteDeaths, wakeDocuments } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/**
 * Maximum number of jobs sent at once; there are no more slots. Each job takes the most urgent document, even if it was sent for another
 * one.
 */
const atOnce = 64

/** Takes a free slot, which works as long as anything waits. The document is only the job's key: `ctx.app.conversions` assigns turns. */
export const convertJob = job<{ document_id: number }>({
  name: conversionJobName,
  timeoutSeconds: 3 * 3600,
  retries: 2,
  concurrency: (env) => env.CONVERT_CONCURRENCY,
  run: async (ctx, { document_id }) => {
    if (await ctx.app.conversions.serve(ctx)) await sendJob(ctx, document_id)
  },
})

const sendJob = (ctx: Ctx, document_id: number, startAfterSeconds?: number) =>
  ctx.enqueue(convertJob, { document_id }, { key: String(document_id), startAfterSeconds })

/** Enqueues a waiting document in the transaction of the change: a free slot wakes up, and busy slots check which document goes first. */
export const enqueueConversion = async (ctx: Ctx, { id }: Pick<DocumentRow, "id">, startAfterSeconds?: number): Promise<void> => {
  await sendJob(ctx, id, startAfterSeconds)
  await publish(ctx.db, "queued", {})
}

/** Enqueues many documents. Busy slots find those for which no slot is free. */
export const enqueueConversions = async (ctx: Ctx, rows: readonly Pick<DocumentRow, "id">[]): Promise<void> => {
  for (const row of rows.slice(0, atOnce)) await enqueueConversion(ctx, row)
}

/** Resumes abandoned documents and documents that wait without a job; an extra job does nothing. */
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

/** Retries documents that waited for a program that is now available, or for a sandbox that is no longer required. */
export const wakeWaiting = async (ctx: Ctx): Promise<void> => {
  const programs = await ctx.app.converter.capabilities()
  const installed = (name: string) => programs.some((one) => one.name === name && one.installed)
  const { sandbox_required } = await settingsOf(ctx.app, "converter")
  const inconvertible = programs.flatMap(({ installed, formats = [] }) => (installed ? [] : formats))
  if (installed("LibreOffice")) await wakeDocuments(ctx.db, "need_office", inconvertible)
  if (installed("heif-convert")) await wakeDocuments(ctx.db, "need_heif")
  if (installed("bubblewrap") || !sandbox_required) await wakeDocuments(ctx.db, "need_sandbox")
}

/** How often a process looks for documents of a dead one (ms), and after which gap it waits for the others to renew theirs first. */
const [lookMs, gapMs] = [5_000, 10_000]

/** Takes over the documents of killed processes within seconds. Returns a function that ends this. */
export const watchAbandoned = (ctx: Ctx): (() => void) => {
  let last = Date.now()
  let looking = false
  const look = async () => {
    // after an outage of the database every process seems dead until it has connected again
    const afterGap = Date.now() - last > gapMs
    const abandoned = await hasAbandoned(ctx.db)
    last = Date.now()
    if (abandoned && !afterGap) await requeueAbandoned(ctx)
  }
  const timer = setInterval(() => {
    if (looking || ctx.app.stopping()) return
    looking = true
    void look()
      .catch(() => undefined)
      .finally(() => (looking = false))
  }, lookMs).unref()
  return () => clearInterval(timer)
}

export const requeueAbandoned = async (ctx: Ctx): Promise<void> => {
  const dead = await ctx.tx((ctx) => noteDeaths(ctx.db))
  for (const { id, wait } of dead) await enqueueConversion(ctx, { id }, wait + 1)
  await enqueueConversions(ctx, await listWaiting(ctx.db))
}
