import { type Net } from "./bounded-fetch"
import { idText } from "./identity-fields"
import { OauthError } from "./oauth.port"
import { tencentGet } from "./tencent-calls"
import { wechatCodes } from "./wechat.oauth"
import type { WechatApp } from "./wechat-share"

/** Returns the openid of a user who pays inside WeChat, which WeChat's bridge requires. It proves nothing else and starts no session. */
export type WechatPayer = { payerOf(app: WechatApp, code: string): Promise<string> }

/**
 * The code comes from a silent authorization (`snsapi_base`), so no profile is read (docs/reference/api.md 6.8).
 * @throws OauthError
 */
export const wechatPayer = (net: Net, token: string): WechatPayer => ({
  payerOf: async ({ client_id, client_secret }, code) => {
    if (!code || code.length > 512) throw new OauthError("expired", "no code")
    const query = { appid: client_id, secret: client_secret, code, grant_type: "authorization_code" }
    return idText((await tencentGet(net, token, query, wechatCodes, "errcode")).openid)
  },
})
