import { hkdfSync } from "node:crypto"

/** A key of 32 bytes for one purpose, derived from the site's secret (HKDF with SHA-256): none of them tells anything of another. */
export const derivedKey = (secret: Uint8Array, purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "doujia", purpose, 32))
