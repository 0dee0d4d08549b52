import { isInWechat } from "@/lib/rules/device"
import type { Ctx, Services } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { OauthError } from "@/server/ports/oauth/oauth.port"
import type { Charge, GatewayName } from "@/server/ports/payment/payment.port"
import { settingsOf } from "../../site/settings/settings.usecases"

/* Paying inside of WeChat (docs/decisions/085). */

/** The official account that knows who pays: the merchant's own application, since a person has another openid at each. Null where it is another one. */
export const payingAccount = async (app: Services): Promise<{ client_id: string; client_secret: string } | null> => {
  const [{ client_id, client_secret }, { app_id }] = await Promise.all([
    settingsOf(app, "oauthOfficialAccount"),
    settingsOf(app, "wechatpay"),
  ])
  return client_id && client_secret && client_id === app_id ? { client_id, client_secret } : null
}

/** @throws 400 for a code that is used up, 503 where WeChat does not answer */
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
 * Where somebody pays. WeChat's own browser is never sent to the page for phones, which it does not open: it pays through its bridge, or, without a code or an
 * account, gets a code that another phone scans.
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
