import { TOTP } from "otpauth"

const period = 30

/** Returns the number of the thirty-second step at a time. */
export const stepOf = (now: Date): number => TOTP.counter({ period, timestamp: now.getTime() })

/** Returns the code that an authenticator app shows in a step. */
export const totpAt = (secret: string, step: number): string => new TOTP({ secret, period }).generate({ timestamp: step * period * 1000 })
