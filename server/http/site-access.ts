import type { Conditions } from "../../lib/contract/area"
import type { CurrentUser, Services } from "../context"
import { forbidden, unauthenticated } from "../errors"
import { settingsOf } from "../modules/settings/settings.usecases"

const isStaff = (user: CurrentUser) => user.root || user.permissions.size > 0

/** "own": allowed without `id` only, for the caller's own data. */
const isAllowedWhileClosed = (allowed: Conditions["allowedWhileClosed"], input: unknown): boolean =>
  allowed === true || (allowed === "own" && !(input as { id?: unknown } | null | undefined)?.id)

/**
 * Site security (docs/reference/specification.md 6), for calls, files and events alike: `login_required` keeps visitors without a login out, `is_close` everybody
 * without permissions. `entry` is the call or stream that is asked for; files have none. Pages have a courtesy of their own
 * in `middleware.ts`. The person is looked up only when it matters.
 * True when the site is open to all; otherwise the answer must not stay in a shared cache.
 * @throws 401, 403
 */
export const requireSiteAccess = async (
  app: Services,
  findUser: () => Promise<CurrentUser | null>,
  entry: Pick<Conditions, "allowedWhileClosed"> = {},
  input?: unknown,
): Promise<boolean> => {
  const { login_required, is_close } = await settingsOf(app, "security")
  if (!login_required && !is_close) return true
  if (isAllowedWhileClosed(entry.allowedWhileClosed, input)) return false
  const user = await findUser()
  if (!user) throw unauthenticated(is_close ? "网站已关闭，请稍后再来" : undefined)
  if (is_close && !isStaff(user)) throw forbidden("网站已关闭，请稍后再来")
  return false
}
