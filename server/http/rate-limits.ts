import type { Pool } from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { Ctx } from "../context"
import { tooMany } from "../errors"
import { networkOf } from "../security/network"

type Rule = { points: number; seconds: number; by: (ctx: Ctx) => string }
const byPlace = (ctx: Ctx) => networkOf(ctx.request.ip)
const byPerson = (ctx: Ctx) => (ctx.user ? `u${ctx.user.id}` : byPlace(ctx))
const perHour = (points: number, by: Rule["by"] = byPlace): Rule => ({ points, seconds: 3_600, by })

/** Calls that somebody could hammer to others' harm. Counted in PostgreSQL, so that every process counts together. */
const rules: Record<string, Rule> = {
  // right and wrong together, since each costs a slow hash; wrong ones have limits of their own (`guesses.ts`)
  "POST /user/login": { points: 120, seconds: 300, by: byPlace },
  "POST /user/register": perHour(20),
  "POST /user/register/mobile": perHour(20),
  "POST /user/login/mobile": perHour(60),
  "GET /user/captcha": { points: 120, seconds: 300, by: byPlace },
  "POST /user/email/code": perHour(30),
  "POST /sms": perHour(30),
  "POST /user/findpassword/stepone": perHour(30),
  "PUT /user/findpassword/steptwo": perHour(30),
  "POST /user/findpassword/mobile": perHour(30),
  "POST /oauth/begin": perHour(60),
  "POST /oauth/login": perHour(60),
  "POST /document": perHour(300, byPerson),
  "GET /document/search": { points: 120, seconds: 60, by: byPerson },
  "GET /document/inside": { points: 120, seconds: 60, by: byPerson },
  "GET /document/suggest": perHour(600, byPerson),
  "POST /document/score": perHour(120, byPerson),
  "PUT /document/file": perHour(60, byPerson),
  "POST /upload/claim": perHour(600, byPerson),
  "GET /user/export": perHour(10, byPerson),
  "POST /report": perHour(30, byPerson),
  "POST /comment": perHour(60, byPerson),
  "POST /favorite": perHour(300, byPerson),
  /** no call of the contract: `picture-upload.ts` asks by this name for all kinds of pictures together */
  "POST /upload/picture": perHour(60, byPerson),
}

export type Admit = (key: string, ctx: Ctx) => Promise<void>

/** Refuses with 429 and Retry-After. Pages read in process have no address and are not counted. */
export const createRateLimits = (pool: Pool, scale = 1): Admit => {
  const limiters = new Map(
    Object.entries(rules).map(([key, { points, seconds }]) => [
      key,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: key,
        points: points * scale,
        duration: seconds,
        clearExpiredByTimeout: false,
      }),
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
