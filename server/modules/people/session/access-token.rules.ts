import { createHash, randomBytes } from "node:crypto"

const prefix = "dj_"
const secretBytes = 32
/** How many characters after the prefix are stored so that the owner can recognize a token. They reveal 24 of its 256 bits. */
const hintLength = 4

/** Distinguishes access tokens from session tokens by the prefix, which also lets secret scanners detect leaks. */
export const isAccessToken = (token: string): boolean => token.startsWith(prefix)

export const newToken = (): string => prefix + randomBytes(secretBytes).toString("base64url")

/** Returns what the table stores of a token. A token is random and long, so a plain hash is enough and can be looked up. */
export const keptOfToken = (token: string): { hash: string; hint: string } => ({
  hash: createHash("sha256").update(token).digest("base64url"),
  hint: token.slice(0, prefix.length + hintLength),
})
