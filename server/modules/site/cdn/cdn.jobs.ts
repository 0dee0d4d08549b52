import { job, type Change } from "@/server/module"
import { notePurges, purgeDue } from "./cdn.usecases"

/** Enqueued in the transaction of every change of a document or its images, an article, a user or the settings. */
export const purgeCdnJob = job<Change>({
  name: "purge-cdn",
  timeoutSeconds: 300,
  retries: 3,
  concurrency: 1,
  run: (ctx, change, signal) => notePurges(ctx, [change], signal),
  batch: { size: 200, run: (ctx, changes, signal) => notePurges(ctx, changes, signal) },
})

/** Retries purges that the CDN did not accept. */
export const retryCdnJob = job({
  name: "retry-cdn",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "* * * * *",
  run: (ctx, _, signal) => purgeDue(ctx, signal),
})
