import { lt } from "drizzle-orm"
import { job } from "../../jobs/job"
import { rateLimitTable, sessionTable } from "./user.table"

/** Sessions and counters that have expired say nothing any more. */
export const sweepExpiredJob = job({
  name: "sweep-expired",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "23 * * * *",
  run: async (ctx) => {
    await ctx.db.delete(sessionTable).where(lt(sessionTable.expires_at, ctx.now()))
    await ctx.db.delete(rateLimitTable).where(lt(rateLimitTable.expire, ctx.now().getTime()))
  },
})
