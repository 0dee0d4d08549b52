import { job } from "@/server/module"
import { sweepTables } from "@/server/db/sweeps"

/** Deletes expired sessions, counters, challenges and proofs: the rows that modules declare as `sweep`. */
export const sweepExpiredJob = job({
  name: "sweep-expired",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "23 * * * *",
  run: (ctx) => sweepTables(ctx.db, ctx.app.sweeps, ctx.now()),
})
