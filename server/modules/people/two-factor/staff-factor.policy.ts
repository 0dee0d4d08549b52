import { ErrorCode } from "@/lib/contract/error-code"
import { isStaff, type CurrentUser, type Services } from "@/server/context"
import { AppError } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

type Person = Pick<CurrentUser, "root" | "permissions" | "factor_missing">

/** Does the site ask this person for a second factor? Of staff only, where `security.staff_two_factor` is on; `factor_missing` says that they are staff whose permissions do not hold now. */
export const asksForFactor = async (app: Services, person: Person): Promise<boolean> =>
  person.factor_missing === true || (isStaff(person) && (await settingsOf(app, "security")).staff_two_factor)

/**
 * The caller with the rights that they have now: staff whom the site asks for a second factor, and who have none, hold no permission
 * until they have set one up.
 */
export const withFactorRights = async (app: Services, user: CurrentUser | null): Promise<CurrentUser | null> =>
  user && !user.has_factor && (await asksForFactor(app, user))
    ? { ...user, root: false, permissions: new Set(), factor_missing: true }
    : user

/** The refusal of everything but the set-up. */
export const factorMissing = () => new AppError(ErrorCode.factorMissing, "本站要求管理人员开启两步验证，请先到“个人中心 - 登录安全”里设置")
