import { unconfirmed } from "../errors"

/** How long a session counts as confirmed after its login or after `POST /user/confirm`. */
const confirmedMs = 10 * 60_000

/**
 * Refuses a session whose password was not proven within the last ten minutes, so that a stolen or forgotten session moves no money, roles,
 * secrets or accounts. Calls that always ask for it say `confirmed` in the contract; use cases call this where it depends on the input.
 * @throws 403 with the code `confirmationRequired`
 */
export const requireConfirmed = ({ user, now }: { user: { confirmed_at: Date | null } | null; now: () => Date }): void => {
  const at = user?.confirmed_at
  if (!at || now().getTime() - at.getTime() > confirmedMs) throw unconfirmed()
}
