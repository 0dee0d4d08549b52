import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { derivedKey } from "./derived-key"

/*
 * Secrets that must be read again stand encrypted in the database (AES-256-GCM, key derived from the site's secret): a copy of the
 * database alone does not open them. `bound` says whose they are: moved to another row, a sealed text does not open.
 */

const ivBytes = 12
const tagBytes = 16

/** The sealed text, in base64url. */
export const sealText = (secret: Uint8Array, purpose: string, bound: string, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv("aes-256-gcm", derivedKey(secret, purpose), iv).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** The text; null where it was changed, moved, or sealed with another secret. */
export const openText = (secret: Uint8Array, purpose: string, bound: string, sealed: string): string | null => {
  const bytes = Buffer.from(sealed, "base64url")
  if (bytes.length < ivBytes + tagBytes) return null
  try {
    const decipher = createDecipheriv("aes-256-gcm", derivedKey(secret, purpose), bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(bound))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}
