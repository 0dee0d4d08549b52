import { perMinute, type Conditions } from "../../lib/contract/area"
import { scopeOf } from "../../lib/contract/people/session.scopes"
import { tokenScopes } from "../../lib/contract/people/session.token-scopes"
import type { StreamKey } from "../../lib/contract/streams"
import type { Key } from "../../lib/contract/types"
import { ErrorCode } from "../../lib/contract/error-code"
import { SecurityEventType } from "../../lib/contract/people/security-event.enums"
import type { Ctx } from "../context"
import { AppError, forbidden, unauthenticated } from "../errors"
import type { Admit } from "../security/rate-limits"
import { requireConfirmed } from "../security/confirmation"
import { noteRefusal } from "../modules/people/security-event/security-event.usecases"
import { factorMissing } from "../modules/people/two-factor/staff-factor.policy"
import { requireSiteAccess } from "./site-access"

/**
 * Checks whether the caller may use this call or stream, in this order: site access → scope of an access token → limit → login → second
 * factor of staff → permission → confirmation.
 * @throws 401, 403, 429
 */
export const requireAccess = async (admit: Admit, key: Key | StreamKey, entry: Conditions, ctx: Ctx, input?: unknown): Promise<void> => {
  await requireSiteAccess(ctx.app, async () => ctx.user, entry, input)
  if (ctx.user?.scopes) await requireScope(admit, key, entry, ctx, ctx.user.scopes)
  if (entry.limit) await admit(key, entry.limit, ctx)
  if (entry.access !== "public" && !ctx.user) throw unauthenticated()
  if (entry.access !== "public" && ctx.user?.factor_missing && !entry.allowedWithoutFactor) throw factorMissing()
  if (entry.access === "permission" && !ctx.may(key)) throw forbidden(`你没有权限访问【${entry.title}】`)
  if (entry.confirmed) requireConfirmed(ctx)
}

/** Rate limit for all access tokens of one user, all calls together. */
const tokenLimit = { ...perMinute(600, "person"), shared: "access-token" }

/**
 * Checks the scope and the rate limit of an access token.
 * @throws 403 if the token lacks the scope, or if no token may make this call; 429
 */
const requireScope = async (
  admit: Admit,
  key: Key | StreamKey,
  entry: Conditions,
  ctx: Ctx,
  scopes: ReadonlySet<string>,
): Promise<void> => {
  await admit(tokenLimit.shared, tokenLimit, ctx)
  const scope = scopeOf(key, entry)
  if (!scope) throw forbidden(`访问令牌不能用来【${entry.title}】，请登录后操作`)
  if (!scopes.has(scope)) throw forbidden(`这个访问令牌没有“${tokenScopes[scope].label}”权限，不能【${entry.title}】`)
}

type AccessCheck = { admit: Admit; key: Key | StreamKey; entry: Conditions; ctx: Ctx; input?: unknown }

/** Runs `work` if the caller has access. Logs a security event when a logged-in user is denied a permission, even if `work` detects it. */
export const withAccess = async <T>({ admit, key, entry, ctx, input }: AccessCheck, work: () => Promise<T>): Promise<T> => {
  try {
    await requireAccess(admit, key, entry, ctx, input)
    return await work()
  } catch (error) {
    if (ctx.user && error instanceof AppError && error.code === ErrorCode.permissionDenied)
      await noteRefusal(ctx, { type: SecurityEventType.refused, user_id: ctx.user.id, detail: `${entry.title} ${key}` }, { seldom: true })
    throw error
  }
}
