import { job } from "@/server/module"
import { scanStoredFiles } from "./quarantine.usecases"

/** Scans stored files again once a night, with the scanner's newest signatures. */
export const scanFilesJob = job({
  name: "scan-files",
  timeoutSeconds: 4 * 3_600,
  retries: 0,
  concurrency: 1,
  every: "37 1 * * *",
  run: async (ctx, _payload, signal) => void (await scanStoredFiles(ctx, { renew: true, stopped: () => signal.aborted })),
})

/** Scans files that were accepted while the scanner did not answer, or before the site had one. */
export const scanWaitingJob = job({
  name: "scan-waiting",
  timeoutSeconds: 3_600,
  retries: 0,
  concurrency: 1,
  every: "*/10 * * * *",
  run: async (ctx, _payload, signal) => void (await scanStoredFiles(ctx, { renew: false, stopped: () => signal.aborted })),
})
