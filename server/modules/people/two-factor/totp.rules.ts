import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/* Time-based one-time passwords (RFC 6238 over RFC 4226) as every authenticator app knows them: SHA-1, six digits, thirty seconds. */

export const stepSeconds = 30
const digits = 6
/** A clock may be one step ahead or behind. */
const tolerance = 1
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Base32 (RFC 4648) without padding. */
const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, "0"), 2)]).join("")
}

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)))
}

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => base32(randomBytes(20))

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/** The code of one step. */
export const totpAt = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/** The step whose code this is, of those around `now` and later than `after` (the last one used); null for none. */
export const matchingStep = (secret: string, code: string, now: Date, after: number): number | null => {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = stepOf(now) - tolerance; step <= stepOf(now) + tolerance; step++) {
    const wanted = Buffer.from(totpAt(secret, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted) && step > after) found = step
  }
  return found
}

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string => {
  const name = issuer.replaceAll(":", " ")
  const query = new URLSearchParams({ secret, issuer: name, algorithm: "SHA1", digits: String(digits), period: String(stepSeconds) })
  return `otpauth://totp/${encodeURIComponent(name)}:${encodeURIComponent(account)}?${query.toString().replaceAll("+", "%20")}`
}
