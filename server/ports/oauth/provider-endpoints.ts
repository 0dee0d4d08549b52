import { type OauthType, oauthTypes } from "./oauth.port"

/** A provider's addresses. `openid` is QQ's third call; `issuer` and `jwks` verify Google's id_token. */
export type Endpoints = { authorize: string; token: string; userinfo: string; openid: string; issuer: string; jwks: string }
/** Providers with fixed addresses. The custom provider's addresses are settings. */
export type FixedType = Exclude<OauthType, typeof oauthTypes.custom>
export type EndpointsByType = Partial<Record<FixedType, Partial<Endpoints>>>

const none = { openid: "", issuer: "", jwks: "" }
const wechat = { ...none, token: "https://api.weixin.qq.com/sns/oauth2/access_token", userinfo: "https://api.weixin.qq.com/sns/userinfo" }

export const publicEndpoints: Record<FixedType, Endpoints> = {
  [oauthTypes.qq]: {
    ...none,
    authorize: "https://graph.qq.com/oauth2.0/authorize",
    token: "https://graph.qq.com/oauth2.0/token",
    openid: "https://graph.qq.com/oauth2.0/me",
    userinfo: "https://graph.qq.com/user/get_user_info",
  },
  [oauthTypes.wechat]: { ...wechat, authorize: "https://open.weixin.qq.com/connect/qrconnect" },
  [oauthTypes.officialaccount]: { ...wechat, authorize: "https://open.weixin.qq.com/connect/oauth2/authorize" },
  [oauthTypes.gitee]: {
    ...none,
    authorize: "https://gitee.com/oauth/authorize",
    token: "https://gitee.com/oauth/token",
    userinfo: "https://gitee.com/api/v5/user",
  },
  [oauthTypes.github]: {
    ...none,
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    userinfo: "https://api.github.com/user",
  },
  [oauthTypes.google]: {
    ...none,
    issuer: "https://accounts.google.com",
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    userinfo: "https://openidconnect.googleapis.com/v1/userinfo",
    jwks: "https://www.googleapis.com/oauth2/v3/certs",
  },
}
