import { ErrorCode } from "@/lib/contract/error-code"
import { isStaff } from "@/lib/rules/people/staff"
import type { CurrentUser, Services } from "@/server/context"
import { AppError } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

type Person = Pick<CurrentUser, "root" | "permissions" | "factor_missing">

/**
 * Checks whether this user must have a second factor: only staff, if `security.staff_two_factor` is on. `factor_missing` marks staff whose
 * permissions are suspended.
 */
export const asksForFactor = async (app: Services, person: Person): Promise<boolean> =>
  person.factor_missing === true || (isStaff(person) && (await settingsOf(app, "security")).staff_two_factor)

/** Returns the caller with their current permissions. Staff who must have a second factor have no permissions until they set one up. */
export const withFactorRights = async (app: Services, user: CurrentUser | null): Promise<CurrentUser | null> =>
  user && !user.has_factor && (await asksForFactor(app, user))
    ? { ...user, root: false, permissions: new Set(), factor_missing: true }
    : user

/** Returns the error for every call except the setup of a second factor. */
export const factorMissing = () => new AppError(ErrorCode.factorMissing, "本站要求管理人员开启两步验证，请先到“个人中心 - 登录安全”里设置")
