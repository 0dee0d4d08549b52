import { createHash } from "node:crypto"
import type { Pool } from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { tooMany } from "../errors"
import { networkOf } from "./network"

const seconds = 900
/** Wrong passwords within fifteen minutes: for one name and from one place by strangers, and by a browser or place that the person has used. */
export type GuessLimits = { name: number; place: number; known: number }
const defaultLimits: GuessLimits = { name: 10, place: 30, known: 10 }

/** `name` as it was typed, whether there is such a person or not; `known` names the browser or place when it is the person's own. */
export type Guess = { name: string; ip: string; known: string | null }
/** `right` is called once the password has proven right: only wrong ones count. */
export type Guesses = (guess: Guess) => Promise<{ right: () => Promise<void> }>

/** Milliseconds until the bucket is emptied; what is no refusal is a fault of ours. */
const waitOf = (error: unknown): number => {
  if (error instanceof RateLimiterRes) return Math.max(error.msBeforeNext, 1)
  throw error
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url")

/**
 * Bounds guessing at passwords (docs/decisions/008): counted before the password is looked at, so that many at once are no way
 * around. Strangers share a bucket a name and one a place; who is known has a bucket of their own, and therefore still gets
 * in while ten thousand guesses come from elsewhere. Counted in PostgreSQL, so that every process counts together.
 * @throws 429 with Retry-After
 */
export const createGuesses = (pool: Pool, limits: Partial<GuessLimits> = {}): Guesses => {
  const limiter = (kind: keyof GuessLimits) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limit",
      tableCreated: true,
      keyPrefix: `guess-${kind}`,
      points: limits[kind] ?? defaultLimits[kind],
      duration: seconds,
      clearExpiredByTimeout: false,
    })
  const [name, place, known] = [limiter("name"), limiter("place"), limiter("known")]
  return async (guess) => {
    const stranger: [RateLimiterPostgres, string][] = [
      [name, digest(guess.name.normalize("NFKC").toLowerCase())],
      ...(guess.ip ? [[place, networkOf(guess.ip)] as [RateLimiterPostgres, string]] : []),
    ]
    const buckets: [RateLimiterPostgres, string][] = guess.known ? [[known, digest(guess.known)]] : stranger
    const waits = await Promise.all(buckets.map(([limit, key]) => limit.consume(key).then(() => 0, waitOf)))
    if (Math.max(...waits) > 0) throw tooMany(Math.ceil(Math.max(...waits) / 1000), "密码输错的次数太多，请稍后再试")
    // a stranger's success gives back its own try and no more: whoever guesses could else begin anew with an account of theirs
    return {
      right: () => Promise.all(buckets.map(([limit, key]) => (guess.known ? limit.delete(key) : limit.reward(key)))).then(() => undefined),
    }
  }
}
