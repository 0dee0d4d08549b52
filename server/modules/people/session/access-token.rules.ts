import { createHash, randomBytes } from "node:crypto"

const prefix = "dj_"
const secretBytes = 32
/** How many characters behind the prefix are kept to know a token again: they tell 24 of its 256 bits. */
const hintLength = 4

/** A token is told from a session's by its first letters, by which scanners of leaked secrets find it too. */
export const isAccessToken = (token: string): boolean => token.startsWith(prefix)

export const newToken = (): string => prefix + randomBytes(secretBytes).toString("base64url")

/** What stands in the table. A token is random and long, so that a plain hash will do, which can be looked up. */
export const keptOfToken = (token: string): { hash: string; hint: string } => ({
  hash: createHash("sha256").update(token).digest("base64url"),
  hint: token.slice(0, prefix.length + hintLength),
})
