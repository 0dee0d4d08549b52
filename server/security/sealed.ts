import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { derivedKey } from "./derived-key"

/*
 * Secrets that must be readable again are stored encrypted (AES-256-GCM, key derived from the site's secret), so a copy of the database
 * alone does not reveal them. `bound` ties a secret to its owner: moved to another row, it cannot be decrypted.
 */

const ivBytes = 12
const tagBytes = 16

/** Encrypts a text; returns base64url. */
export const sealText = (secret: Uint8Array, purpose: string, bound: string, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv("aes-256-gcm", derivedKey(secret, purpose), iv).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** Decrypts a text; null if it was changed, moved, or encrypted with another secret. */
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
