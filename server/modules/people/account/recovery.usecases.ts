import { CodeType } from "@/lib/contract/people/verification.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Input } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { deleteUnproven } from "@/server/db/personal-data"
import { requireUncommonPassword } from "@/server/security/password-rules"
import { requireCaptcha } from "../captcha/captcha.usecases"
import { addDynamic } from "../activity/activity.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUserWithEmail, proveEmail, findUserByMobile, updateUser, type UserRow } from "../user/people.usecases"
import { requireMail, requireSms } from "../verification/channel.policy"
import { findResetRow, readResetToken, siteOrigin } from "../verification/reset-link.usecases"
import { proveCode, sendCode, consumeCode, type ProvenCode } from "../verification/verification.usecases"

/** Responds the same for every address; the mail's job looks up the account (docs/reference/api.md 2.1). */
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

type Account = Pick<UserRow, "id" | "email" | "mobile">

/** Sets the new password and ends all sessions of the user. */
const resetTo = async (ctx: Ctx, { id }: Account, proof: ProvenCode, hashed: string, message: string) => {
  await consumeCode(ctx, proof)
  await updateUser(ctx, id, { password: hashed, password_issued: false }, ctx.now())
  await ctx.app.sessions.closeOf(ctx, id)
  await addDynamic(ctx, { user_id: id, type: DynamicType.password, message })
}

/**
 * Marks the mailbox as verified by its link. Until then anyone could have created the account with this address, so every other way to log
 * in (bindings, the mobile number) is removed.
 */
const proveMailbox = async (ctx: Ctx, row: Account & Pick<UserRow, "email_verified">): Promise<void> => {
  if (row.email_verified) return
  await deleteUnproven(ctx, ctx.app.personal, row)
  await updateUser(ctx, row.id, { mobile: "", mobile_verified: false }, ctx.now())
  await proveEmail(ctx, row.id, row.email)
}

/**
 * Sets a new password with a token. The token is valid once, for its account and address, while it is one of the last two requested and
 * none of them has been used. Opening the link verifies the address, unless another account has verified it.
 */
export const resetPassword = async (
  ctx: Ctx,
  { email, token, password, ...captcha }: Input<"PUT /user/findpassword/steptwo">,
): Promise<Record<string, never>> => {
  await requireCaptcha(ctx, "find_password", captcha)
  requireUncommonPassword(password)
  const reset = await readResetToken(ctx.app, token)
  const row = reset && (await findResetRow(ctx, reset.codeId, email))
  const user = row && (await findUserWithEmail(ctx, reset.userId, email))
  if (!user) throw invalid(badLink, "token")
  requireUncommonPassword(password, { names: [user.username, user.email] })
  const hashed = await ctx.app.passwords.hash(password)
  await ctx.tx(async (ctx) => {
    await resetTo(ctx, user, { id: row.id, channel: "mail", refusal: badLink }, hashed, "通过邮箱重新设置了密码")
    await proveMailbox(ctx, user)
    await noteAccountChange(ctx, { type: SecurityEventType.passwordChanged, user_id: user.id, detail: "通过邮箱找回" })
  })
  return {}
}

/**
 * Sets a new password by SMS. A number without an account receives no code and gets the response for a wrong code (docs/reference/api.md
 * 2.12).
 */
export const resetByMobile = async (
  ctx: Ctx,
  { mobile, code, password }: Input<"POST /user/findpassword/mobile">,
): Promise<Record<string, never>> => {
  await requireSms(ctx.app)
  requireUncommonPassword(password)
  const proof = await proveCode(ctx, { channel: "sms", address: mobile, type: CodeType.find_password, code })
  const user = await findUserByMobile(ctx, mobile)
  if (!user) throw invalid(proof.refusal, "code")
  requireUncommonPassword(password, { names: [user.username, user.email] })
  const hashed = await ctx.app.passwords.hash(password)
  await ctx.tx(async (ctx) => {
    await resetTo(ctx, user, proof, hashed, "通过手机重新设置了密码")
    await noteAccountChange(ctx, { type: SecurityEventType.passwordChanged, user_id: user.id, detail: "通过手机找回" })
  })
  return {}
}
