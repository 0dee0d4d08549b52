import type { ErrorCode } from "../contract/error-code"

/** The code of a refusal that asks for the password again. Its type checks it against the contract's list, which browsers do not load. */
export const confirmationRequired: typeof ErrorCode.confirmationRequired = 9

type Ask = () => Promise<boolean>
let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Registers the component that asks the user (`components/people/account/confirmation.tsx`); returns the function that unregisters it. */
export const onConfirmation = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = null
  }
}

/** Asks the user to prove the password, once for all waiting calls. False if they cancel, or if nothing is registered to ask. */
export const askConfirmation = (): Promise<boolean> => {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = null))
  return asking
}
