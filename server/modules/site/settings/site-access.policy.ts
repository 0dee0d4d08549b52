import type { SettingValues } from "@/lib/contract/site/settings.groups"
import { isStaff } from "@/lib/rules/people/staff"
import type { CurrentUser } from "@/server/context"
import { forbidden, unauthenticated } from "@/server/errors"

const closedMessage = "网站已关闭，请稍后再来"

type Security = Pick<SettingValues<"security">, "login_required" | "is_close">

/** Checks that site security excludes no user. */
export const isOpenToAll = ({ login_required, is_close }: Security): boolean => !login_required && !is_close

/**
 * Returns why site security denies access to this user (docs/reference/specification.md 6), or null. `login_required` excludes anonymous
 * users, `is_close` everyone but staff.
 */
export const siteRefusal = (security: Security, user: CurrentUser | null) => {
  if (isOpenToAll(security)) return null
  if (!user) return unauthenticated(security.is_close ? closedMessage : undefined)
  return security.is_close && !isStaff(user) ? forbidden(closedMessage) : null
}
