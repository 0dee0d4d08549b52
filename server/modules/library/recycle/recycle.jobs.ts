import { job } from "@/server/module"
import { purgeExpired } from "./recycle.usecases"

/** Purges documents whose retention in the recycle bin has expired. */
export const expireDocumentsJob = job({
  name: "expire-documents",
  timeoutSeconds: 1_800,
  retries: 0,
  concurrency: 1,
  every: "37 * * * *",
  run: (ctx, _payload, signal) => purgeExpired(ctx, () => signal.aborted),
})
