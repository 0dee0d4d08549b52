import { ErrorCode } from "@/lib/contract/error-code"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx } from "@/server/context"
import { AppError, invalid } from "@/server/errors"
import { noteAccountChange, noteRefusal } from "../security-event/security-event.usecases"
import { provePasskey } from "./passkey-proof.usecases"
import { spelledCode } from "@/server/security/spelled-code"
import { secretOf, selectorOf } from "./recovery-code.rules"
import { proveTotp } from "./totp.usecases"
import { findRecoveryCode, findTotp, hasFactors, spendRecoveryCode } from "./two-factor.repository"

/** The second factor in calls that log in (`lib/contract/people/two-factor.ts`). */
export type GivenFactor = { otp?: string; passkey?: string }

const proveRecoveryCode = async (ctx: Ctx, userId: number, code: string): Promise<boolean> => {
  const row = await findRecoveryCode(ctx.db, userId, selectorOf(code))
  if (!(await ctx.app.passwords.verify(row?.hash, secretOf(code))) || !row) return false
  if (!(await spendRecoveryCode(ctx.db, row.id, ctx.now()))) return false
  await noteAccountChange(ctx, { type: SecurityEventType.recoveryCodeUsed, user_id: userId })
  return true
}

/** Checks and consumes a code of the authenticator app or a recovery code. */
const proveOtp = async (ctx: Ctx, userId: number, given: string): Promise<boolean> => {
  const code = spelledCode(given)
  if (!/^\d{6}$/.test(code)) return proveRecoveryCode(ctx, userId, code)
  const app = await findTotp(ctx.db, userId)
  return app?.confirmed_at ? proveTotp(ctx, app, code) : false
}

/**
 * Requires the second factor after the first one was verified; accounts without one pass. Wrong attempts are counted per account in a
 * separate counter, as wrong passwords are per name. `known` is the user's known browser or network (`server/security/guesses.ts`). Do not
 * call it inside `ctx.tx`.
 * @throws 400 `factorRequired` without one, 400 for a wrong one, 429
 */
export const requireFactor = async (ctx: Ctx, userId: number, given: GivenFactor, placeKey: string | null): Promise<void> => {
  if (!(await hasFactors(ctx.db, userId))) return
  const { otp, passkey } = given
  if (!otp && !passkey) throw new AppError(ErrorCode.factorRequired, "请输入两步验证的验证码", { field: "otp" })
  const guess = await ctx.app.guesses({
    name: `factor ${userId}`,
    ip: ctx.request.ip,
    knownClient: placeKey && `factor ${placeKey}`,
    refusal: "验证码输错的次数太多，请稍后再试",
  })
  const proven = passkey ? (await provePasskey(ctx, passkey, { alone: false })) === userId : await proveOtp(ctx, userId, otp!)
  if (!proven) {
    await noteRefusal(ctx, { type: SecurityEventType.loginFailed, user_id: userId, detail: "两步验证不正确" })
    throw passkey ? invalid("通行密钥没有通过验证，请重试", "passkey") : invalid("验证码不正确，或者已经用过", "otp")
  }
  await guess.right()
}
