import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Database } from "@/server/db/client"
import type { Ctx, DbCtx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { spelledCode } from "@/server/security/spelled-code"
import { newRecoveryCodes, secretOf, selectorOf } from "./recovery-code.rules"
import { findRelyingParty } from "./relying-party.policy"
import {
  countRecoveryCodes,
  deletePasskeys,
  deleteTotp,
  findTotp,
  hasFactors,
  listPasskeys,
  lockFactors,
  replaceRecoveryCodes,
} from "./two-factor.repository"
import { asksForFactor } from "./staff-factor.policy"

/** Returns the second factors that the user has set up. */
export const readFactors = async (ctx: LoggedIn) => {
  const { id } = ctx.user
  const [totp, passkey, recovery_code_count, required, party] = await Promise.all([
    findTotp(ctx.db, id),
    listPasskeys(ctx.db, id),
    countRecoveryCodes(ctx.db, id),
    asksForFactor(ctx.app, ctx.user),
    findRelyingParty(ctx.app),
  ])
  return { totp: Boolean(totp?.confirmed_at), passkey, recovery_code_count, required, passkeys: party !== null }
}

const makeCodes = async ({ app, db, user }: LoggedIn): Promise<string[]> => {
  const codes = newRecoveryCodes()
  const hashed: { selector: string; hash: string }[] = []
  // One after the other: ten at once would fill the queue of the hashes, and a slow server would refuse the last ones.
  for (const code of codes.map(spelledCode)) hashed.push({ selector: selectorOf(code), hash: await app.passwords.hash(secretOf(code)) })
  await replaceRecoveryCodes(db, user.id, hashed)
  return codes
}

/** Creates the recovery codes for a user's first second factor. Other sessions, opened without it, end. */
export const firstCodes = async (ctx: LoggedIn): Promise<string[]> => {
  await ctx.app.sessions.closeOf(ctx, ctx.user.id, { except: ctx.user.jti })
  return makeCodes(ctx)
}

/** Creates ten new codes; earlier ones become invalid. */
export const renewRecoveryCodes = (ctx: LoggedIn) =>
  ctx.tx(async (ctx) => {
    await lockFactors(ctx.db, ctx.user.id)
    if (!(await hasFactors(ctx.db, ctx.user.id))) throw invalid("请先开启两步验证")
    await noteAccountChange(ctx, { type: SecurityEventType.recoveryCodesRenewed, user_id: ctx.user.id })
    return { recovery_code: await makeCodes(ctx) }
  })

/**
 * Cleans up after a factor was removed: the other sessions end. With the last factor, the recovery codes are deleted, since they no longer
 * unlock anything.
 */
export const afterRemoval = async (ctx: LoggedIn): Promise<void> => {
  await ctx.app.sessions.closeOf(ctx, ctx.user.id, { except: ctx.user.jti })
  if (!(await hasFactors(ctx.db, ctx.user.id))) await replaceRecoveryCodes(ctx.db, ctx.user.id, [])
  await ctx.announce("rights")
}

const removeAll = async (db: DbCtx["db"], userId: number): Promise<void> => {
  await lockFactors(db, userId)
  await deleteTotp(db, userId)
  await deletePasskeys(db, userId)
  await replaceRecoveryCodes(db, userId, [])
}

/** Removes all second factors of a user who has lost theirs and ends their sessions. The caller checks the permission. */
export const resetFactors = (ctx: Ctx, userId: number): Promise<void> =>
  ctx.tx(async (ctx) => {
    const had = await hasFactors(ctx.db, userId)
    await removeAll(ctx.db, userId)
    await ctx.app.sessions.closeOf(ctx, userId)
    if (had) await noteAccountChange(ctx, { type: SecurityEventType.factorRemoved, user_id: userId, detail: "由管理员去掉" })
    await ctx.announce("rights")
  })

/** Removes all second factors from the operator's terminal, without a running application; sessions stay open. */
export const resetFactorsOffline = (db: Database, userId: number): Promise<void> => db.transaction((tx) => removeAll(tx, userId))
