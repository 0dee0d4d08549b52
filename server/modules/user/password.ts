import { randomInt } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"

/** argon2id, 19 MiB, two passes (OWASP's floor). */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, options)

const nobody = hashPassword("nobody's password")

/** Takes the same time whether there is such an account or not. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const right = await verify(stored || (await nobody), password).catch(() => false)
  return Boolean(stored) && right
}

/** Too common to be anybody's secret. */
const common = new Set(["12345678", "123456789", "1234567890", "password", "password1", "qwertyui", "11111111", "00000000", "88888888", "abc12345", "iloveyou", "a1234567", "qwer1234", "asdf1234", "1qaz2wsx", "woaini1314", "66666666", "87654321", "abcd1234", "zxcvbnm1"])
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** Letters and digits that are not mistaken for each other when read from a terminal. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
export const randomPassword = (length = 16): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
