import { unconfirmed } from "../errors"

/** How long a session counts as confirmed after login or `POST /user/confirm` (ms). */
const confirmedMs = 10 * 60_000

/**
 * Rejects a session whose password was not confirmed within the last ten minutes, so that a stolen or abandoned session cannot change
 * money, roles, secrets or accounts. Calls that always require it are marked `confirmed` in the contract; use cases call this function if
 * it depends on the input.
 * @throws 403 with the code `confirmationRequired`
 */
export const requireConfirmed = ({ user, now }: { user: { confirmed_at: Date | null } | null; now: () => Date }): void => {
  const at = user?.confirmed_at
  if (!at || now().getTime() - at.getTime() > confirmedMs) throw unconfirmed()
}
