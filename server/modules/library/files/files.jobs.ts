import { job } from "@/server/module"
import { sweepFiles } from "./sweep.usecases"

/** Removes files that no row refers to; runs right after a removal, and every hour. */
export const purgeFilesJob = job({
  name: "purge-files",
  timeoutSeconds: 3_600,
  retries: 2,
  concurrency: 1,
  every: "53 * * * *",
  run: (ctx, _payload, signal) => sweepFiles({ db: ctx.app.database.db, storage: ctx.app.storage }, ctx.now(), () => signal.aborted),
})
