import { account } from "../../lib/contract/account"
import type { CurrentUser, Services } from "../context"
import { settingsOf } from "../modules/config/config.usecases"
import { forbidden, unauthenticated } from "../errors"

/** What the pages of login, registration and recovery need, and what a person asks of themselves to know whether they may enter. */
const atTheDoor = new Set<string>([
  ...Object.keys(account),
  ...["GET /oauth/configs", "POST /oauth/begin", "POST /oauth/login", "POST /oauth/bind"],
  ...["GET /settings", "GET /navigation/list", "GET /user", "GET /user/permission", "GET /user/group"],
])

/** Asking who one is belongs to the door; asking who somebody else is does not. */
const isAtTheDoor = (key: string, input: unknown) => atTheDoor.has(key) && !(key === "GET /user" && (input as { id?: unknown } | null)?.id)

const isStaff = (user: CurrentUser) => user.root || user.permissions.size > 0

/**
 * Site security (spec §6), for calls, files and events alike: `login_required` keeps strangers out, `is_close` everybody
 * without permissions. Pages have a courtesy of their own in `middleware.ts`. The person is looked up only when it matters.
 * True when the site is open to all; what is sent otherwise is for nobody's shared cache.
 */
export const requireEntrance = async (
  app: Services,
  find: () => Promise<CurrentUser | null>,
  key = "",
  input?: unknown,
): Promise<boolean> => {
  const { login_required, is_close } = await settingsOf(app, "security")
  if (!login_required && !is_close) return true
  if (isAtTheDoor(key, input)) return false
  const user = await find()
  if (!user) throw unauthenticated(is_close ? "网站已关闭，请稍后再来" : undefined)
  if (is_close && !isStaff(user)) throw forbidden("网站已关闭，请稍后再来")
  return false
}
