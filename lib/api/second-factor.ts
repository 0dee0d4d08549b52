import type { ErrorCode } from "../contract/error-code"
import type { Result } from "../contract/types"
import { refusalText } from "./result"

/** The code of a refusal that asks for the second factor. Its type checks it against the contract's list, which browsers do not load. */
export const factorRequired: typeof ErrorCode.factorRequired = 17
/** The code with which everything but the set-up is refused to staff without a second factor, if the site requires one. */
export const factorMissing: typeof ErrorCode.factorMissing = 18

/** A code of the authenticator app or a recovery code, or a passkey's answer (`lib/contract/people/two-factor.ts`). */
export type Factor = { otp: string } | { passkey: string }
/** Repeats the call with a factor. Returns null when it is finished, successful or not; else why another factor is required. */
export type FactorAttempt = (factor: Factor) => Promise<string | null>

type Ask = (attempt: FactorAttempt) => Promise<void>
let ask: Ask | null = null

/** Registers the component that asks the user (`components/people/two-factor/second-factor.tsx`); returns the function that unregisters it. */
export const onSecondFactor = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = null
  }
}

const wantsAnother = (reply: Result<unknown>): boolean =>
  !reply.ok && reply.status === 400 && (reply.code === factorRequired || reply.field === "otp" || reply.field === "passkey")

/** Repeats a refused call with the second factor that the user enters, until it is right or they cancel. Returns the last answer. */
export const withSecondFactor = async <T>(refused: Result<T>, again: (factor: Factor) => Promise<Result<T>>): Promise<Result<T>> => {
  let last = refused
  await ask?.(async (factor) => {
    last = await again(factor)
    return !last.ok && wantsAnother(last) ? refusalText(last, "验证失败") : null
  })
  return last
}
