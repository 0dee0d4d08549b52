import { OauthType } from "../../contract/people/oauth.enums"
import type { OauthConfig } from "../../contract/types"

/** The authorization URL for WeChat's own browser. */
export const insideWechat = "https://open.weixin.qq.com/connect/oauth2/authorize"

type Dance = { at: string; scope: string; id?: "appid"; end?: string }

const dances: Record<number, Dance> = {
  [OauthType.qq]: { at: "https://graph.qq.com/oauth2.0/authorize", scope: "get_user_info" },
  [OauthType.wechat]: { at: "https://open.weixin.qq.com/connect/qrconnect", scope: "snsapi_login", id: "appid", end: "#wechat_redirect" },
  [OauthType.officialaccount]: {
    at: insideWechat,
    scope: "snsapi_userinfo",
    id: "appid",
    end: "#wechat_redirect",
  },
  [OauthType.gitee]: { at: "https://gitee.com/oauth/authorize", scope: "user_info" },
  [OauthType.github]: { at: "https://github.com/login/oauth/authorize", scope: "read:user" },
  [OauthType.google]: { at: "https://accounts.google.com/o/oauth2/v2/auth", scope: "openid email profile" },
}

/**
 * Returns the authorization URL for a compatible server without `POST /oauth/begin` (docs/reference/api.md 2.13), whose clients build the
 * URL themselves. It is encoded and contains the caller's state; "" if the server has not provided enough data. WeChat requires this
 * parameter order.
 */
export const authorizeUrl = (
  { type, client_id, redirect_url, authorize_url }: OauthConfig,
  origin: string,
  name: string,
  state: string,
): string => {
  const dance: Dance | undefined = type === OauthType.custom ? { at: authorize_url, scope: "user" } : dances[type]
  if (!dance || !client_id || !URL.canParse(dance.at) || !/^https?:$/.test(new URL(dance.at).protocol)) return ""
  const redirect = redirect_url || `${origin}/oauth/${name}`
  const parameters = { [dance.id ?? "client_id"]: client_id, redirect_uri: redirect, response_type: "code", scope: dance.scope, state }
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `${dance.at}${dance.at.includes("?") ? "&" : "?"}${query.join("&")}${dance.end ?? ""}`
}
