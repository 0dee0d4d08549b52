import { createHash, randomInt, timingSafeEqual } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"

/** The cost of one hash: memory in KiB, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** 19 MiB, two passes: the minimum that OWASP's Password Storage Cheat Sheet recommends for argon2id. */
const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** Hashes with argon2id and a random salt. */
  hash: (password: string) => Promise<string>
  /** Takes the same time whether or not the account exists or has a password, and regardless of the stored format. */
  verify: (stored: string | null | undefined, password: string) => Promise<boolean>
}

/** Hashes at this cost. A stored hash is verified at the cost that it specifies. */
export const createPasswords = (cost: PasswordCost = productionCost): Passwords => {
  const hashed = (password: string) => hash(password, { algorithm: 2, ...cost })
  const nobody = hashed("nobody's password")
  const compare = async (stored: string | null | undefined, password: string): Promise<boolean> => {
    const modern = Boolean(stored?.startsWith("$argon2"))
    const right = await verify(modern ? stored! : await nobody, password).catch(() => false)
    return modern ? right : fitsLegacy(stored ?? "", password)
  }
  return { hash: hashed, verify: compare }
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
