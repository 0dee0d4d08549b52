import type { Conditions } from "../../lib/contract/area"
import type { StreamKey } from "../../lib/contract/streams"
import type { Key } from "../../lib/contract/types"
import type { Ctx } from "../context"
import { forbidden, unauthenticated } from "../errors"
import type { Admit } from "../security/rate-limits"
import { requireConfirmed } from "../security/confirmation"
import { factorMissing } from "../modules/two-factor/staff-factor.policy"
import { requireSiteAccess } from "./site-access"

/**
 * Decides whether the caller gets an answer to this call or stream, in this order: site access → limit → login → second factor of staff →
 * permission → confirmation.
 * @throws 401, 403, 429
 */
export const requireAccess = async (admit: Admit, key: Key | StreamKey, entry: Conditions, ctx: Ctx, input?: unknown): Promise<void> => {
  await requireSiteAccess(ctx.app, async () => ctx.user, entry, input)
  if (entry.limit) await admit(key, entry.limit, ctx)
  if (entry.access !== "public" && !ctx.user) throw unauthenticated()
  if (entry.access !== "public" && ctx.user?.factor_missing && !entry.allowedWithoutFactor) throw factorMissing()
  if (entry.access === "permission" && !ctx.may(key)) throw forbidden(`您没有权限访问【${entry.title}】`)
  if (entry.confirmed) requireConfirmed(ctx)
}
