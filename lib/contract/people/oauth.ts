import { z } from "zod"
import { area, perHour } from "../area"
import { flag, id, int, many, nothing, num, str, text, time } from "../schema"
import { factorFields } from "./two-factor"
import { User } from "./user"

/** A provider's public data for the login page, without secrets (docs/reference/api.md 2.13). */
export const OauthConfig = z.object({
  type: num,
  name: str,
  label: str,
  icon: str,
  enable: flag,
  client_id: str,
  redirect_url: str,
  authorize_url: str,
})
/** A bound third-party account; `last` = it is the user's only remaining login method. */
export const OauthBinding = z.object({
  id: num,
  oauth_type: num,
  nickname: str,
  username: str,
  avatar: str,
  last: flag,
  created_at: time,
  updated_at: time,
})
/** A verified third-party identity without an account. `session` is its signed, short-lived, single-use proof. */
export const PendingOauth = z.object({ id: num, openid: str, oauth_type: num, session: str, nickname: str, avatar: str })

/**
 * If `oauth` is set, the identity is waiting to be bound, or with `factor` for its owner's second factor (`POST /oauth/factor`). Otherwise
 * the user is logged in.
 */
export const OauthReply = z.object({
  token: str,
  user: User.nullable().default(null),
  oauth: PendingOauth.nullable().default(null),
  bound: flag,
  factor: flag,
})

export const oauth = area({
  "GET /oauth/configs": {
    title: "第三方登录方式",
    access: "public",
    allowedWhileClosed: true,
    input: z.object({}),
    output: z.object({ oauths: many(OauthConfig) }),
  },
  "POST /oauth/begin": {
    title: "开始第三方登录",
    access: "public",
    limit: perHour(60),
    allowedWhileClosed: true,
    input: z.object({ oauth_type: int }),
    /** the provider returns `state`; `secret` stays in the browser that started the login and is sent along with the code */
    output: z.object({ url: z.string(), state: z.string(), secret: z.string() }),
  },
  "POST /oauth/login": {
    title: "第三方登录",
    access: "public",
    allowedWhileFull: true,
    conflicts: true,
    limit: perHour(60),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({
      oauth_type: int,
      code: text(2048, "授权码"),
      state: text(256, "授权状态").optional(),
      secret: text(256, "授权状态").optional(),
    }),
    output: OauthReply,
  },
  "POST /oauth/factor": {
    title: "第三方登录的两步验证",
    access: "public",
    allowedWhileFull: true,
    limit: perHour(120),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ oauth_type: int, openid: text(255, "第三方账号"), session: text(4096, "授权状态"), ...factorFields }),
    output: OauthReply,
  },
  "POST /oauth/bind": {
    title: "绑定第三方账号",
    access: "login",
    confirmed: true,
    conflicts: true,
    allowedWhileClosed: true,
    input: z.object({ oauth_type: int, openid: text(255, "第三方账号"), session: text(4096, "授权状态") }),
    output: OauthReply,
  },
  "GET /oauth/wxshare/signature": {
    title: "微信分享签名",
    access: "public",
    input: z.object({ url: text(2048, "网址") }),
    output: z.object({ appid: str, timestamp: num, noncestr: str, signature: str }),
  },
  "GET /user/oauth": { title: "我绑定的第三方账号", access: "login", input: z.object({}), output: z.object({ oauth: many(OauthBinding) }) },
  "DELETE /user/oauth": { title: "解除绑定", access: "login", confirmed: true, input: z.object({ id }), output: nothing },
})
