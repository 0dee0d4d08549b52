import { isInWechat } from "@/lib/rules/device"
import type { Ctx, Services } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { OauthError } from "@/server/ports/oauth/oauth.port"
import type { Charge, GatewayName } from "@/server/ports/payment/payment.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/* Payments inside WeChat (docs/decisions/085). */

/**
 * Returns the official account that identifies the payer. It must be the merchant's own application, since a user has a different openid at
 * each one; null otherwise.
 */
export const payingAccount = async (app: Services): Promise<{ client_id: string; client_secret: string } | null> => {
  const [{ client_id, client_secret }, { app_id }] = await Promise.all([
    settingsOf(app, "oauthOfficialAccount"),
    settingsOf(app, "wechatpay"),
  ])
  return client_id && client_secret && client_id === app_id ? { client_id, client_secret } : null
}

/** Returns the payer's openid. @throws 400 for a used code, 503 if WeChat does not answer */
const payerOf = async (ctx: Ctx, code: string): Promise<string> => {
  const account = await payingAccount(ctx.app)
  if (!account) return ""
  return ctx.app.oauth.payerOf(account, code).catch((error: unknown) => {
    if (!(error instanceof OauthError)) throw error
    ctx.app.log.warn({ fault: error.fault, detail: error.detail, request: ctx.request.id }, "微信没有说付款的人是谁")
    if (error.fault === "unavailable") throw unavailable("微信暂时没有回应，请稍后再试")
    throw invalid(error.fault === "config" ? "支付配置有误，请联系管理员" : "微信授权已失效，请再按一次支付", "code")
  })
}

/**
 * Returns the environment of a payment. WeChat's browser cannot open the mobile payment page: it pays through its bridge or, without a code
 * or an account, shows a code for another phone to scan.
 */
export const sceneOf = async (
  ctx: Ctx,
  name: GatewayName,
  { is_wap = false, code = "" }: { is_wap?: boolean; code?: string },
): Promise<Pick<Charge, "scene" | "openid">> => {
  if (name !== "wechatpay" || !(code || isInWechat(ctx.request.user_agent))) return { scene: is_wap ? "mobile" : "desktop" }
  const openid = code && (await payerOf(ctx, code))
  return openid ? { scene: "wechat", openid } : { scene: "desktop" }
}
