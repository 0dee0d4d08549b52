import type { Conditions } from "../../lib/contract/area"
import type { CurrentUser, Services } from "../context"
import { settingsOf } from "../modules/site/settings/settings.usecases"
import { isOpenToAll, siteRefusal } from "../modules/site/settings/site-access.policy"

/** "own": allowed without `id` only, for the caller's own data. */
const isAllowedWhileClosed = (allowed: Conditions["allowedWhileClosed"], input: unknown): boolean =>
  allowed === true || (allowed === "own" && !(input as { id?: unknown } | null | undefined)?.id)

/**
 * Site security (`site-access.policy.ts`), for calls, files and events alike. `entry` is the call or stream that is asked for; files
 * have none. Pages have a courtesy of their own in `middleware.ts`. The person is looked up only when it matters.
 * True when the site is open to all; otherwise the answer must not stay in a shared cache.
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
