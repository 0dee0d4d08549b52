import { DynamicType } from "@/lib/contract/people/activity.enums"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { openText, sealText } from "@/server/security/sealed"
import { addDynamic } from "../activity/activity.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { spelledCode } from "@/server/security/spelled-code"
import { matchingStep, newTotpSecret, totpUri } from "./totp.rules"
import { confirmTotpRow, deleteTotp, findTotp, hasFactors, lockFactors, startTotp, spendStep, type TotpRow } from "./two-factor.repository"
import { afterRemoval, firstCodes } from "./two-factor.usecases"

const purpose = "totp"
const already = () => conflict("验证器已经开启；要换一个，请先关闭")

/** Creates a secret. It is not required at login until the user has entered one of its codes. */
export const beginTotp = async (ctx: LoggedIn) => {
  const { id, username } = ctx.user
  const secret = newTotpSecret()
  const row = { user_id: id, secret: sealText(ctx.app.secret, purpose, String(id), secret), created_at: ctx.now() }
  if (!(await startTotp(ctx.db, row))) throw already()
  return { secret, uri: totpUri(secret, (await settingsOf(ctx.app, "system")).sitename, username) }
}

/**
 * Checks and consumes an unused code of this app. A secret sealed with an earlier site secret can no longer be opened; recovery codes and
 * passkeys do not depend on it.
 */
export const proveTotp = async (ctx: Ctx, { user_id, secret: sealed, last_step }: TotpRow, code: string): Promise<boolean> => {
  const secret = openText(ctx.app.secret, purpose, String(user_id), sealed)
  const step = secret && matchingStep(secret, code, ctx.now(), last_step)
  return step ? spendStep(ctx.db, user_id, step) : false
}

/** Enables the app with its first code. A user's first second factor comes with recovery codes, displayed only this once. */
export const confirmTotp = (ctx: LoggedIn, { otp }: { otp: string }) =>
  ctx.tx(async (ctx) => {
    const { id } = ctx.user
    await lockFactors(ctx.db, id)
    const row = await findTotp(ctx.db, id)
    if (!row) throw invalid("请重新扫描二维码", "otp")
    if (row.confirmed_at) throw already()
    if (!(await proveTotp(ctx, row, spelledCode(otp)))) throw invalid("验证码不正确，请看手机时间是否准确", "otp")
    const first = !(await hasFactors(ctx.db, id))
    await confirmTotpRow(ctx.db, id, ctx.now())
    await addDynamic(ctx, { user_id: id, type: DynamicType.verify, message: "开启了验证器" })
    await noteAccountChange(ctx, { type: SecurityEventType.factorAdded, user_id: id, detail: "验证器" })
    await ctx.announce("rights")
    return { recovery_code: first ? await firstCodes(ctx) : [] }
  })

export const removeTotp = (ctx: LoggedIn) =>
  ctx.tx(async (ctx) => {
    await lockFactors(ctx.db, ctx.user.id)
    if (!(await deleteTotp(ctx.db, ctx.user.id))) throw notFound("没有开启验证器")
    await addDynamic(ctx, { user_id: ctx.user.id, type: DynamicType.verify, message: "关闭了验证器" })
    await noteAccountChange(ctx, { type: SecurityEventType.factorRemoved, user_id: ctx.user.id, detail: "验证器" })
    await afterRemoval(ctx)
    return {}
  })
