import { CodeType } from "@/lib/contract/people/verification.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Input } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { conflict } from "@/server/errors"
import { requireUncommonPassword } from "@/server/security/password-rules"
import { requireMayLogIn } from "../punishment/punishment.policy"
import { notingRefusal } from "../security-event/security-event.usecases"
import { findUserByMobile } from "../user/people.usecases"
import { requireRegistrationOpen } from "../user/registration.policy"
import { requireSms } from "../verification/channel.policy"
import { proveCode, consumeCode, type ProvenCode } from "../verification/verification.usecases"
import { createAccount, completeLogin, freeName, requireSecondFactor } from "./login.usecases"

/** Creates an account for a number verified by code. The password is optional; the code never becomes the password. */
const createByMobile = async (ctx: Ctx, proof: ProvenCode, mobile: string, password: string) => {
  const hashed = password ? await ctx.app.passwords.hash(password) : ""
  return ctx.tx(async (ctx) => {
    await consumeCode(ctx, proof)
    return completeLogin(
      ctx,
      await createAccount(ctx, { username: await freeName(ctx), password: hashed, mobile, mobile_verified: true }),
      "注册",
    )
  })
}

/** Registers by SMS. Whether the number has an account is revealed only after the right code (docs/reference/api.md 2.12). */
export const registerByMobile = async (ctx: Ctx, { mobile, code, password = "" }: Input<"POST /user/register/mobile">) => {
  await requireSms(ctx.app)
  await requireRegistrationOpen(ctx.app)
  if (password) requireUncommonPassword(password)
  const proof = await proveCode(ctx, { channel: "sms", address: mobile, type: CodeType.register, code })
  if (await findUserByMobile(ctx, mobile)) throw conflict("该手机号已注册，请直接登录", "mobile")
  return createByMobile(ctx, proof, mobile, password)
}

/** Logs in by SMS. A number without an account gets one if registration is open. */
export const logInByMobile = async (ctx: Ctx, { mobile, code, ...factor }: Input<"POST /user/login/mobile">) => {
  await requireSms(ctx.app)
  const user = await findUserByMobile(ctx, mobile)
  const failed = (detail: string) => ({ type: SecurityEventType.loginFailed, user_id: user?.id ?? 0, detail })
  const proof = await notingRefusal(
    ctx,
    failed("短信验证码不正确"),
    proveCode(ctx, { channel: "sms", address: mobile, type: CodeType.login, code }),
  )
  if (!user) {
    await requireRegistrationOpen(ctx.app)
    return createByMobile(ctx, proof, mobile, "")
  }
  await notingRefusal(ctx, failed("账号受到限制"), requireMayLogIn(ctx, user.id))
  const entrant = await requireSecondFactor(ctx, user.id, factor)
  return ctx.tx(async (ctx) => {
    await consumeCode(ctx, proof)
    return completeLogin(ctx, entrant, "短信验证码")
  })
}
