import type { SettingValues } from "@/lib/contract/site/settings.groups"
import { isStaff, type CurrentUser } from "@/server/context"
import { forbidden, unauthenticated } from "@/server/errors"

const closedMessage = "网站已关闭，请稍后再来"

type Security = Pick<SettingValues<"security">, "login_required" | "is_close">

/** Nobody is kept out. */
export const isOpenToAll = ({ login_required, is_close }: Security): boolean => !login_required && !is_close

/**
 * Why site security keeps this person out (docs/reference/specification.md 6), null where it does not: `login_required` keeps visitors without a login out,
 * `is_close` everybody but staff.
 */
export const siteRefusal = (security: Security, user: CurrentUser | null) => {
  if (isOpenToAll(security)) return null
  if (!user) return unauthenticated(security.is_close ? closedMessage : undefined)
  return security.is_close && !isStaff(user) ? forbidden(closedMessage) : null
}
