import type { ErrorCode } from "../contract/error-code"

/** The code of a refusal that asks for the password again; checked against the contract's by its type, whose list browsers do not carry. */
export const confirmationRequired: typeof ErrorCode.confirmationRequired = 9

type Ask = () => Promise<boolean>
let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Names who asks the person (`components/providers/confirmation.tsx`); returns the way to stop. */
export const onConfirmation = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = null
  }
}

/** Asks the person to prove the password, once however many calls wait for it. False when they leave it, or where nobody can ask. */
export const askConfirmation = (): Promise<boolean> => {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = null))
  return asking
}
