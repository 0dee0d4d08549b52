import { Secret, TOTP } from "otpauth"

/* Time-based one-time passwords (RFC 6238) as every authenticator app supports them: SHA-1, six digits, thirty seconds. */
const kind = { algorithm: "SHA1", digits: 6, period: 30 }
/** Allowed clock drift in steps, in both directions. */
const window = 1

/** Generates a secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the time step that this code belongs to, near `now` and later than `after` (the last one used); null for none. */
export const matchingStep = (secret: string, code: string, now: Date, after: number): number | null => {
  // six full-width digits have the right length but more bytes: the library would throw
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...kind, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  const step = totp.counter({ timestamp }) + (delta ?? 0)
  return delta !== null && step > after ? step : null
}

/** Returns the URI that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...kind, secret, issuer: issuer.replaceAll(":", " "), label: account }).toString()
