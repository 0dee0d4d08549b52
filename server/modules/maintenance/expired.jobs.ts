import { lt } from "drizzle-orm"
import { job } from "../../jobs/job"
import { captchaTable } from "../captcha/captcha.table"
import { codeTable, usedTokenTable } from "../verification/verification.table"
import { oauthStateTable } from "../oauth/oauth.table"
import { rateLimitTable } from "./rate-limit.table"
import { sessionTable } from "../session/session.table"

/** Used codes are kept for the daily limits. */
const codeDays = 2

/** Removes expired sessions, counters, challenges and proofs. */
export const sweepExpiredJob = job({
  name: "sweep-expired",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "23 * * * *",
  run: async (ctx) => {
    const now = ctx.now()
    await ctx.db.delete(sessionTable).where(lt(sessionTable.expires_at, now))
    await ctx.db.delete(rateLimitTable).where(lt(rateLimitTable.expire, now.getTime()))
    await ctx.db.delete(captchaTable).where(lt(captchaTable.expires_at, now))
    await ctx.db.delete(codeTable).where(lt(codeTable.expires_at, new Date(now.getTime() - codeDays * 86_400_000)))
    await ctx.db.delete(oauthStateTable).where(lt(oauthStateTable.expires_at, now))
    await ctx.db.delete(usedTokenTable).where(lt(usedTokenTable.expires_at, now))
  },
})
