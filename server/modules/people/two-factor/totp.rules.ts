import { Secret, TOTP } from "otpauth"

/* Time-based one-time passwords (RFC 6238) as every authenticator app supports them: SHA-1, six digits, thirty seconds. */
const kind = { algorithm: "SHA1", digits: 6, period: 30 }
/** A clock may be one step ahead or behind. */
const window = 1

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The step whose code this is, of those around `now` and later than `after` (the last one used); null for none. */
export const matchingStep = (secret: string, code: string, now: Date, after: number): number | null => {
  // six wide digits have the right length, but more bytes: the library would throw
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...kind, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  const step = totp.counter({ timestamp }) + (delta ?? 0)
  return delta !== null && step > after ? step : null
}

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...kind, secret, issuer: issuer.replaceAll(":", " "), label: account }).toString()
