import { CodeType, DynamicType } from "../../../lib/contract/enums"
import type { Input } from "../../../lib/contract/types"
import type { Ctx } from "../../context"
import { invalid } from "../../errors"
import { requireUncommonPassword } from "../../security/common-passwords"
import { requireCaptcha } from "../captcha/captcha.usecases"
import { addDynamic } from "../dynamic/dynamic.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { findUserWithEmail, proveEmail, findUserByMobile, updateUser } from "../user/people.usecases"
import { requireMail, requireSms } from "../verification/channel.policy"
import { findResetRow, readResetToken, siteOrigin } from "../verification/reset-link.usecases"
import { proveCode, sendCode, consumeCode, type ProvenCode } from "../verification/verification.usecases"

/** Answers alike for every address; the mail's job looks up the account (docs/reference/api.md 2.1). */
export const requestReset = async (
  ctx: Ctx,
  { email, ...captcha }: Input<"POST /user/findpassword/stepone">,
): Promise<Record<string, never>> => {
  await requireMail(ctx.app)
  await siteOrigin(ctx.app)
  await requireCaptcha(ctx, "find_password", captcha)
  const { duration } = await settingsOf(ctx.app, "email")
  await sendCode(ctx, { channel: "mail", address: email, type: CodeType.find_password, minutes: Math.min(60, Math.max(1, duration)) })
  return {}
}

const badLink = "找回密码链接无效或已过期，请重新申请"

/** Sets the new password and ends every session of the person. */
const resetTo = async (
  ctx: Ctx,
  userId: number,
  proof: ProvenCode,
  hashed: string,
  message: string,
  email?: string,
): Promise<Record<string, never>> => {
  await ctx.tx(async (ctx) => {
    await consumeCode(ctx, proof)
    await updateUser(ctx, userId, { password: hashed }, ctx.now())
    if (email) await proveEmail(ctx, userId, email)
    await ctx.app.sessions.closeOf(ctx, userId)
    await addDynamic(ctx, { user_id: userId, type: DynamicType.password, message })
  })
  return {}
}

/**
 * The token is valid once, for its own account and address, until the next one is requested. Opening the link proves the
 * mailbox, so the address becomes verified, unless another account has verified it.
 */
export const resetPassword = async (
  ctx: Ctx,
  { email, token, password, ...captcha }: Input<"PUT /user/findpassword/steptwo">,
): Promise<Record<string, never>> => {
  await requireCaptcha(ctx, "find_password", captcha)
  requireUncommonPassword(password)
  const reset = await readResetToken(ctx.app, token)
  const row = reset && (await findResetRow(ctx, reset.codeId, email))
  const found = row && (await findUserWithEmail(ctx, reset.userId, email))
  if (!found) throw invalid(badLink, "token")
  return resetTo(
    ctx,
    found.id,
    { id: row.id, channel: "mail", refusal: badLink },
    await ctx.app.passwords.hash(password),
    "通过邮箱重新设置了密码",
    email,
  )
}

/** Sets a new password by SMS. A number without an account gets no code, and the answer of a wrong code (docs/reference/api.md 2.12). */
export const resetByMobile = async (
  ctx: Ctx,
  { mobile, code, password }: Input<"POST /user/findpassword/mobile">,
): Promise<Record<string, never>> => {
  await requireSms(ctx.app)
  requireUncommonPassword(password)
  const proof = await proveCode(ctx, { channel: "sms", address: mobile, type: CodeType.find_password, code })
  const found = await findUserByMobile(ctx, mobile)
  if (!found) throw invalid(proof.refusal, "code")
  return resetTo(ctx, found.id, proof, await ctx.app.passwords.hash(password), "通过手机重新设置了密码")
}
