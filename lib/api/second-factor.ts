import type { ErrorCode } from "../contract/error-code"
import type { Result } from "../contract/types"

/** The code of a refusal that asks for the second factor; checked against the contract's by its type, whose list browsers do not carry. */
export const factorRequired: typeof ErrorCode.factorRequired = 17
/** The code with which everything but the set-up is refused to staff who have no second factor where the site asks for one. */
export const factorMissing: typeof ErrorCode.factorMissing = 18

/** A code of the app or a recovery code, or what a passkey answered (`lib/contract/people/two-factor.ts`). */
export type Factor = { otp: string } | { passkey: string }
/** Makes the call with a factor: null when it is over, with whatever answer; else why another factor is wanted. */
export type Attempt = (factor: Factor) => Promise<string | null>

type Ask = (attempt: Attempt) => Promise<void>
let ask: Ask | null = null

/** Names who asks the person (`components/providers/second-factor.tsx`); returns the way to stop. */
export const onSecondFactor = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = null
  }
}

const wantsAnother = (reply: Result<unknown>): boolean =>
  !reply.ok && reply.status === 400 && (reply.code === factorRequired || reply.field === "otp" || reply.field === "passkey")

/** Makes a refused call again with the second factor that the person gives, until it is right or they leave. The last answer. */
export const withSecondFactor = async <T>(refused: Result<T>, again: (factor: Factor) => Promise<Result<T>>): Promise<Result<T>> => {
  let last = refused
  await ask?.(async (factor) => {
    last = await again(factor)
    return !last.ok && wantsAnother(last) ? last.message : null
  })
  return last
}
