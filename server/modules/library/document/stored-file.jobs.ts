import { job } from "@/server/module"
import { checkFiles, recheckLostFiles } from "./stored-file.usecases"

/** Looks for vanished files once a night. */
export const checkFilesJob = job({
  name: "check-files",
  timeoutSeconds: 3_600,
  retries: 0,
  concurrency: 1,
  every: "17 4 * * *",
  run: (ctx, _payload, signal) => checkFiles(ctx, () => signal.aborted),
})

/** Looks for missing files that exist again. */
export const recheckLostFilesJob = job({
  name: "recheck-lost-files",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "*/10 * * * *",
  run: (ctx) => recheckLostFiles(ctx),
})
