import { TOTP } from "otpauth"

const period = 30

/** The number of a moment's step of thirty seconds. */
export const stepOf = (now: Date): number => TOTP.counter({ period, timestamp: now.getTime() })

/** The code that an authenticator app shows in a step. */
export const totpAt = (secret: string, step: number): string => new TOTP({ secret, period }).generate({ timestamp: step * period * 1000 })

/** Milliseconds until the app shows the next code. */
export const untilNextCode = (): number => TOTP.remaining({ period })
