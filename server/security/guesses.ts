import { createHash } from "node:crypto"
import type { Pool } from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { tooMany } from "../errors"
import { networkOf } from "./network"

const seconds = 900
/**
 * Maximum number of wrong passwords in fifteen minutes: for unknown clients per name and per network, for known clients per browser or
 * network that the user has logged in from; for the password of a share link per link and network.
 */
export type GuessLimits = { name: number; place: number; known: number; link: number }
const defaultLimits: GuessLimits = { name: 10, place: 30, known: 10, link: 5 }

/**
 * `name` as typed, whether or not it exists; `known` identifies the user's own browser or network; with `link`, the name is a share link;
 * `refusal` is the message after too many attempts.
 */
export type Guess = { name: string; ip: string; knownClient: string | null; refusal?: string; link?: true }
/**
 * Counts one attempt. Call `right` if the password was correct, because only wrong ones count, and `undo` if it was not compared.
 */
export type Guesses = (guess: Guess) => Promise<{ right: () => Promise<void>; undo: () => Promise<void> }>

/** Returns the milliseconds until the bucket is empty. Rethrows other errors. */
const waitOf = (error: unknown): number => {
  if (error instanceof RateLimiterRes) return Math.max(error.msBeforeNext, 1)
  throw error
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url")

/**
 * Limits password guessing (docs/decisions/008). Attempts are counted before the password is checked, so that parallel requests cannot
 * bypass the limit. Unknown clients share one bucket per name and one per network. A known client has its own bucket and can still log in
 * while ten thousand guesses arrive from elsewhere. Counted in PostgreSQL, for all processes together.
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
  const [name, addressLimiter, deviceLimiter, linkLimiter] = [limiter("name"), limiter("place"), limiter("known"), limiter("link")]
  return async (guess) => {
    const unknownClient: [RateLimiterPostgres, string][] = [
      [name, digest(guess.name.normalize("NFKC").toLowerCase())],
      ...(guess.ip ? [[addressLimiter, networkOf(guess.ip)] as [RateLimiterPostgres, string]] : []),
    ]
    const ofLink: [RateLimiterPostgres, string][] = [[linkLimiter, digest(`${guess.name} ${networkOf(guess.ip)}`)]]
    const buckets: [RateLimiterPostgres, string][] = guess.link
      ? ofLink
      : guess.knownClient
        ? [[deviceLimiter, digest(guess.knownClient)]]
        : unknownClient
    const waits = await Promise.all(buckets.map(([limit, key]) => limit.consume(key).then(() => 0, waitOf)))
    if (Math.max(...waits) > 0) throw tooMany(Math.ceil(Math.max(...waits) / 1000), guess.refusal ?? "密码输错的次数太多，请稍后再试")
    // A success of an unknown client returns only one attempt. Otherwise an attacker could reset the counter with their own account.
    return {
      undo: () => Promise.all(buckets.map(([limit, key]) => limit.reward(key))).then(() => undefined),
      right: () =>
        Promise.all(buckets.map(([limit, key]) => (guess.knownClient ? limit.delete(key) : limit.reward(key)))).then(() => undefined),
    }
  }
}
