import { hkdfSync } from "node:crypto"

/** Derives a 32-byte key for one purpose from the site's secret (HKDF with SHA-256). No key reveals anything about another. */
export const derivedKey = (secret: Uint8Array, purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "doujia", purpose, 32))
