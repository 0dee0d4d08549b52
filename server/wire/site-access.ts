import type { Conditions } from "../../lib/contract/area"
import type { CurrentUser, Services } from "../context"
import { settingsOf } from "../modules/site/settings/settings.usecases"
import { isOpenToAll, siteRefusal } from "../modules/site/settings/site-access.policy"

/** "own": allowed only without `id`, for the caller's own data. */
const isAllowedWhileClosed = (allowed: Conditions["allowedWhileClosed"], input: unknown): boolean =>
  allowed === true || (allowed === "own" && !(input as { id?: unknown } | null | undefined)?.id)

/**
 * Enforces site security (`site-access.policy.ts`), for calls, files and events alike. `entry` is the requested call or stream; files have
 * none. Pages are handled separately in `middleware.ts`. The user is looked up only if it matters.
 * @returns true if the site is open to all; otherwise the response must not be stored in a shared cache
 * @throws 401, 403
 */
export const requireSiteAccess = async (
  app: Services,
  findUser: () => Promise<CurrentUser | null>,
  entry: Pick<Conditions, "allowedWhileClosed"> = {},
  input?: unknown,
): Promise<boolean> => {
  const security = await settingsOf(app, "security")
  if (isOpenToAll(security)) return true
  if (isAllowedWhileClosed(entry.allowedWhileClosed, input)) return false
  const refusal = siteRefusal(security, await findUser())
  if (refusal) throw refusal
  return false
}
