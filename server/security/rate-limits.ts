import type { Pool } from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { RateLimit } from "../../lib/contract/area"
import { tooMany } from "../errors"
import { networkOf } from "./network"

type Counted = { user: { id: number } | null; request: { ip: string } }

/**
 * Counts one request to `key` against its limit.
 * @throws 429 with Retry-After
 */
export type Admit = (key: string, limit: RateLimit, ctx: Counted) => Promise<void>

/**
 * Counts requests to the contract's entries that have a `limit`, in PostgreSQL, so that all processes share the counters. Pages read in
 * process have no address and are not counted. `scale` multiplies every limit.
 */
export const createRateLimits = (pool: Pool, scale = 1): Admit => {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (name: string, { points, seconds }: RateLimit) => {
    const existing = limiters.get(name)
    if (existing) {
      // A limit from the settings may have changed.
      existing.points = points * scale
      return existing
    }
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limit",
      tableCreated: true,
      keyPrefix: name,
      points: points * scale,
      duration: seconds,
      clearExpiredByTimeout: false,
    })
    limiters.set(name, limiter)
    return limiter
  }
  return async (key, limit, ctx) => {
    const counted = limit.by === "person" && ctx.user ? `u${ctx.user.id}` : networkOf(ctx.request.ip)
    if (!counted) return
    try {
      await limiterOf(limit.shared ?? key, limit).consume(counted)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000))
      throw error
    }
  }
}
