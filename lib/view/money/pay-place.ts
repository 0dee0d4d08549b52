import { deviceOf, isInWechat } from "@/lib/rules/device"
import { insideWechat } from "../people/oauth-authorize"

/** Where somebody pays: on a computer, on a phone, which opens payment apps, or in WeChat's own browser, which pays by itself. */
export type PayPlace = "computer" | "phone" | "wechat"

/** `touchOnly`: without a mouse or a trackpad, as a tablet. The width of the window says nothing: a narrow one on a computer opens no app. */
export const payPlaceOf = ({ userAgent, touchOnly }: { userAgent: string; touchOnly: boolean }): PayPlace => {
  if (isInWechat(userAgent)) return "wechat"
  return touchOnly || deviceOf(userAgent).phone ? "phone" : "computer"
}

/**
 * Where WeChat asks nothing and comes back with a `code` that says who pays (docs/reference/api.md 6.8). It compares the address with a pattern: these parameters
 * in this order, and the fragment.
 */
export const wechatPayerUrl = (appid: string, back: string, state: string): string => {
  const query = new URLSearchParams({ appid, redirect_uri: back, response_type: "code", scope: "snsapi_base", state })
  return `${insideWechat}?${query.toString()}#wechat_redirect`
}
