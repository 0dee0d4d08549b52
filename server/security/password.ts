import { createHash, randomInt, timingSafeEqual } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"

/** The cost of one hash: memory in KiB, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** 19 MiB, two passes: the least that OWASP's Password Storage Cheat Sheet asks of argon2id. */
const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** Hashes as argon2id, with a salt of its own. */
  hash: (password: string) => Promise<string>
  /** Takes the same time whether there is such an account or not, has a password or not, and however it is kept. */
  verify: (stored: string | null | undefined, password: string) => Promise<boolean>
}

/** Hashing at this cost; a stored hash is verified at the cost that it names itself. */
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

/** `md5$<salt>$<hex>`, as older compatible systems kept them (docs/reference/api.md 3.1); never written by us. */
const legacy = /^md5\$([^$]*)\$([\da-f]{32})$/i
export const isLegacyHash = (stored: string): boolean => legacy.test(stored)

const fitsLegacy = (stored: string, password: string): boolean => {
  const [, salt, wanted] = legacy.exec(stored) ?? []
  if (salt === undefined || !wanted) return false
  return timingSafeEqual(
    Buffer.from(wanted.toLowerCase()),
    Buffer.from(
      createHash("md5")
        .update(salt + password)
        .digest("hex"),
    ),
  )
}

/** Letters and digits without lookalikes. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
export const randomPassword = (length = 16): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
