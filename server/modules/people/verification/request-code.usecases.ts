import { CodeType } from "@/lib/contract/people/verification.enums"
import type { RateLimit } from "@/lib/contract/area"
import type { Input } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { invalid, unauthenticated } from "@/server/errors"
import { keepCaptcha, requireCaptcha, type CaptchaAnswer, type CaptchaType } from "../captcha/captcha.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { requireRegistrationOpen } from "../user/registration.policy"
import { requireMail, requireSms } from "./channel.policy"
import { requireServedNumber } from "./sms-budget.policy"
import { sendCode } from "./verification.usecases"

const captchaOf: Record<number, CaptchaType> = {
  [CodeType.register]: "register",
  [CodeType.login]: "login",
  [CodeType.find_password]: "find_password",
  [CodeType.complaint]: "complaint",
}

/** Codes by SMS that a user may request for numbers of their own in a day; these need no captcha. */
const bindingLimit: RateLimit = { points: 10, seconds: 86_400, by: "person" }

/** Checks the requester of a code: logged-in users need no captcha, others the captcha of their form. */
const requireAsker = async (ctx: Ctx, type: number, answer: CaptchaAnswer, isSms = false) => {
  const purpose = captchaOf[type]
  if (!purpose && !ctx.user) throw unauthenticated()
  // An SMS costs money, so no setting allows programs to request them.
  if (purpose) await requireCaptcha(ctx, purpose, answer, { isRequired: isSms })
  else if (isSms) await ctx.app.admit("sms-binding", bindingLimit, ctx)
}

/**
 * Serves `POST /user/email/code` (U22): sends a code for registering, binding or a complaint. The response is the same for every address;
 * an address that has an account receives a mail that says so. Password recovery by mail sends a link, and there is no login by mail.
 */
export const askMailCode = async (
  ctx: Ctx,
  { email, type = CodeType.register, ...answer }: Input<"POST /user/email/code"> & { type?: number },
): Promise<Record<string, never>> => {
  if (type !== CodeType.register && type !== CodeType.bind && type !== CodeType.complaint)
    throw invalid("邮箱验证码只用于注册、绑定邮箱和版权投诉", "type")
  await requireMail(ctx.app)
  if (type === CodeType.register) {
    await requireRegistrationOpen(ctx.app)
    if (!(await settingsOf(ctx.app, "security")).enable_verify_register_email) throw invalid("系统未开启注册邮箱验证功能")
  }
  await requireAsker(ctx, type, answer)
  await sendCode(ctx, { channel: "mail", address: email, type })
  if (type === CodeType.register) await keepCaptcha(ctx, "register", email, answer)
  return {}
}

/**
 * Serves `POST /sms`: sends a code to a number. `is_registered` is always true, so that it reveals nothing (docs/reference/api.md 2.12).
 */
export const askSmsCode = async (
  ctx: Ctx,
  { mobile, type, ...answer }: { mobile: string; type: number } & CaptchaAnswer,
): Promise<{ is_registered: boolean }> => {
  await requireSms(ctx.app)
  if (type === CodeType.register) await requireRegistrationOpen(ctx.app)
  await requireServedNumber(ctx.app, mobile)
  await requireAsker(ctx, type, answer, true)
  await sendCode(ctx, { channel: "sms", address: mobile, type })
  return { is_registered: true }
}
