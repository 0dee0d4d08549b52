import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx, Services } from "@/server/context"
import { invalid, tooMany } from "@/server/errors"
import { noteRefusal } from "../security-event/security-event.usecases"

/** Limits guesses of the user's own password, so that a stolen session cannot find it out. */
const wrongOnes = 5
const seconds = 900
const limiters = new WeakMap<Services, RateLimiterPostgres>()

const limiterOf = (app: Services): RateLimiterPostgres => {
  const cached =
    limiters.get(app) ??
    new RateLimiterPostgres({
      storeClient: app.database.pool,
      tableName: "rate_limit",
      tableCreated: true,
      keyPrefix: "own password",
      points: wrongOnes,
      duration: seconds,
      clearExpiredByTimeout: false,
    })
  limiters.set(app, cached)
  return cached
}

/** Checks the user's own password: fails with `message` (400) at the input `field`, or with 429 after five wrong ones in 15 minutes. */
export const requireOwnPassword = async (
  ctx: Ctx,
  person: { id: number; password: string },
  password: string,
  message: string,
  field = "password",
): Promise<void> => {
  const limiter = limiterOf(ctx.app)
  const key = `u${person.id}`
  // counted before checking, so that parallel attempts count
  await limiter.consume(key).catch((error: unknown) => {
    throw error instanceof RateLimiterRes ? tooMany(Math.ceil(error.msBeforeNext / 1000), "密码错误次数太多，请稍后再试", field) : error
  })
  const isRight = await ctx.app.passwords.verify(person.password, password).catch(async (error: unknown) => {
    // it was not compared, so it does not count
    await limiter.reward(key)
    throw error
  })
  if (!isRight) {
    await noteRefusal(ctx, { type: SecurityEventType.passwordRefused, user_id: person.id })
    throw invalid(message, field)
  }
  await limiter.delete(key)
}
