import { deviceOf, isInWechat } from "@/lib/rules/device"
import { insideWechat } from "../people/oauth-authorize"

/**
 * The user's payment environment: a computer, a phone, which can open payment apps, or WeChat's own browser, which has built-in payment.
 */
export type PayDevice = "computer" | "phone" | "wechat"

/**
 * `touchOnly`: without a mouse or a trackpad, e.g. a tablet. The window's width is no criterion: a narrow window on a computer cannot open
 * an app.
 */
export const payDeviceOf = ({ userAgent, touchOnly }: { userAgent: string; touchOnly: boolean }): PayDevice => {
  if (isInWechat(userAgent)) return "wechat"
  return touchOnly || deviceOf(userAgent).phone ? "phone" : "computer"
}

/**
 * Returns the URL where WeChat, without asking the user, redirects back with a `code` that identifies the payer (docs/reference/api.md
 * 6.8). WeChat matches the URL against a pattern: these parameters in this order, and the fragment.
 */
export const wechatPayerUrl = (appid: string, back: string, state: string): string => {
  const query = new URLSearchParams({ appid, redirect_uri: back, response_type: "code", scope: "snsapi_base", state })
  return `${insideWechat}?${query.toString()}#wechat_redirect`
}
