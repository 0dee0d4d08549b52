import { createHash, randomInt, timingSafeEqual } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"

export { isCommonPassword } from "./common-passwords"

/** argon2id, 19 MiB, two passes (OWASP's floor). */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, options)

const nobody = hashPassword("nobody's password")

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

/** Takes the same time whether there is such an account or not, has a password or not, and however it is kept. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const modern = Boolean(stored?.startsWith("$argon2"))
  const right = await verify(modern ? stored! : await nobody, password).catch(() => false)
  return modern ? right : fitsLegacy(stored ?? "", password)
}

/** Letters and digits that are not mistaken for each other when read from a terminal. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
export const randomPassword = (length = 16): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
