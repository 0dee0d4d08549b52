import { createHash, randomInt, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { tooMany } from "../errors"
import { createBoundedQueue, QueueFull } from "./bounded-queue"
import { pooledHashing, type Hashing, type PasswordCost } from "./hashing-threads"

export type { PasswordCost }

/** 32 MiB, seven passes: 110 ms of one core of a common server (docs/decisions/193). */
export const productionCost: PasswordCost = { memoryCost: 32_768, timeCost: 7, parallelism: 1 }
/** The cost of the hashes that this program wrote before. */
const formerCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes are computed at once and wait. Three use 96 MB, and one core is left for everything else. */
export type PasswordQueue = { running: number; waiting: number; waitMs: number }
/** Returns the share of one of the web processes on this machine; each computes at least one hash at a time. */
export const productionQueue = (processes = 1, cores = availableParallelism()): PasswordQueue => ({
  running: Math.max(1, Math.floor(Math.min(3, cores - 1) / processes)),
  waiting: Math.ceil(64 / processes),
  waitMs: 3_000,
})

export type Passwords = {
  /** Hashes with argon2id and a random salt. */
  hash: (password: string) => Promise<string>
  /** Takes the same time whether or not the account exists or has a password, and regardless of the stored format. */
  verify: (stored: string | null | undefined, password: string) => Promise<boolean>
  /**
   * Refuses a login while the queue is full, before it costs anything: neither a query nor a solved captcha.
   * @throws 429 with Retry-After
   */
  requireRoom: () => void
  /** Checks whether a stored hash has another format or cost than new ones, so that a login replaces it. */
  isOutdated: (stored: string) => boolean
}

const markOf = ({ memoryCost, timeCost, parallelism }: PasswordCost) => `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/**
 * Hashes at this cost. A stored hash is verified at the cost that it specifies. Both are computed in a queue, so that a flood of logins leaves
 * time and memory for everything else.
 * @throws 429 with Retry-After from both functions if the queue is full
 */
export const createPasswords = (
  cost: PasswordCost = productionCost,
  bounds: PasswordQueue = productionQueue(),
  hashing: Hashing = pooledHashing(),
): Passwords => {
  const run = createBoundedQueue(bounds)
  const crowded = () => tooMany(Math.ceil(bounds.waitMs / 1000), "现在登录的人太多，请过几秒再试")
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    run(work).catch((error: unknown) => {
      throw error instanceof QueueFull ? crowded() : error
    })
  const hashed = (password: string, of = cost) => hashing.hash(password, of)
  const nobody = hashed("nobody's password")
  nobody.catch(() => undefined)
  const compare = async (stored: string | null | undefined, password: string): Promise<boolean> => {
    const modern = Boolean(stored?.startsWith("$argon2"))
    const right = await hashing.verify(modern ? stored! : await nobody, password)
    // a former hash takes a sixth of the time, which one pass less makes up for
    if (stored?.startsWith(markOf(formerCost)) && cost.timeCost > 1) await hashed(password, { ...cost, timeCost: cost.timeCost - 1 })
    return modern ? right : fitsLegacy(stored ?? "", password)
  }
  return {
    hash: (password) => queued(() => hashed(password)),
    verify: (stored, password) => queued(() => compare(stored, password)),
    requireRoom: () => {
      if (run.isFull()) throw crowded()
    },
    isOutdated: (stored) => isLegacyHash(stored) || (stored.startsWith("$argon2") && !stored.startsWith(markOf(cost))),
  }
}

/** `md5$<salt>$<hex>`, the format of older compatible systems (docs/reference/api.md 3.1). Never written by this program. */
const legacy = /^md5\$([^$]*)\$([\da-f]{32})$/i
export const isLegacyHash = (stored: string): boolean => legacy.test(stored)

const fitsLegacy = (stored: string, password: string): boolean => {
  const [, salt, expectedHash] = legacy.exec(stored) ?? []
  if (salt === undefined || !expectedHash) return false
  return timingSafeEqual(
    Buffer.from(expectedHash.toLowerCase()),
    Buffer.from(
      createHash("md5")
        .update(salt + password)
        .digest("hex"),
    ),
  )
}

/** Letters and digits that cannot be confused with each other. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
export const randomPassword = (length = 16): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
