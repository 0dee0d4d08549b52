import type { Pool } from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { Ctx } from "../context"
import { tooMany } from "./errors"

type Rule = { points: number; seconds: number; by: (ctx: Ctx) => string }
const byAddress = (ctx: Ctx) => ctx.request.ip
const byPerson = (ctx: Ctx) => (ctx.user ? `u${ctx.user.id}` : ctx.request.ip)

/** Calls that somebody could hammer to others' harm. Counted in PostgreSQL, so that every process counts together. */
const rules: Record<string, Rule> = {
  "POST /user/login": { points: 30, seconds: 300, by: byAddress },
  "POST /user/register": { points: 20, seconds: 3_600, by: byAddress },
  "POST /document": { points: 300, seconds: 3_600, by: byPerson },
  "GET /document/search": { points: 120, seconds: 60, by: byPerson },
}

export type Admit = (key: string, ctx: Ctx) => Promise<void>

/** Refuses with 429 and Retry-After. Pages read in process have no address and are not counted. */
export const createRateLimits = (pool: Pool, scale = 1): Admit => {
  const limiters = new Map(
    Object.entries(rules).map(([key, { points, seconds }]) => [
      key,
      new RateLimiterPostgres({ storeClient: pool, tableName: "rate_limit", tableCreated: true, keyPrefix: key, points: points * scale, duration: seconds, clearExpiredByTimeout: false }),
    ]),
  )
  return async (key, ctx) => {
    const limiter = limiters.get(key)
    const who = limiter && rules[key]!.by(ctx)
    if (!who) return
    try {
      await limiter.consume(who)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000))
      throw error
    }
  }
}
