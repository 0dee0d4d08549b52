import type { Net } from "./bounded-fetch"
import { avatarUrl, idText, nameText } from "./identity-fields"
import { OauthError, type OauthFault, type OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { authorizeUrl, random } from "./authorization-code"
import { requiredText, tencentGet } from "./tencent-calls"

/** From WeChat's global return codes. */
export const wechatCodes: Record<string, OauthFault> = {
  ...Object.fromEntries(
    ["10003", "10005", "10006", "40001", "40013", "40125", "41002", "41004", "48001", "50001", "50002"].map((code) => [code, "config"]),
  ),
  ...Object.fromEntries(["40003", "40014", "40029", "40163", "41001", "41008", "42001", "42003"].map((code) => [code, "expired"])),
}

/**
 * WeChat by QR code on a computer (type 2, `snsapi_login`) or inside WeChat (type 8, `snsapi_userinfo`); there is no other difference. They
 * are two apps with two openids for one user. If both belong to the same open platform account, WeChat also returns the `unionid`, which is
 * the same for both and then serves as the identity. Otherwise the app's openid is the identity. A site that joins the open platform later
 * finds its old bindings by `app_openid`.
 */
export const wechatOauth = (net: Net, { authorize, token, userinfo }: Endpoints, scope: "snsapi_login" | "snsapi_userinfo"): OauthPort => ({
  begin: async ({ client_id }, redirectUri) => {
    const state = random()
    // WeChat matches the whole address against a pattern: these parameters in this order, and the fragment.
    return {
      state,
      url: authorizeUrl(
        authorize,
        { appid: client_id, redirect_uri: redirectUri, response_type: "code", scope, state },
        "#wechat_redirect",
      ),
    }
  },
  identify: async (config, { code }) => {
    const query = { appid: config.client_id, secret: config.client_secret, code, grant_type: "authorization_code" }
    const exchanged = await tencentGet(net, token, query, wechatCodes, "errcode")
    // A snapshot page returns a made-up user without consent, so it must never create an account.
    if (Number(exchanged.is_snapshotuser) === 1) throw new OauthError("snapshot", "snapshot user")
    const access_token = requiredText(exchanged, "access_token")
    const openid = idText(exchanged.openid)
    const body = await tencentGet(net, userinfo, { access_token, openid, lang: "zh_CN" }, wechatCodes, "errcode")
    if (body.openid !== openid) throw new OauthError("unproven", "profile of another person")
    const unionid = body.unionid || exchanged.unionid ? idText(body.unionid || exchanged.unionid) : ""
    const identity = unionid ? { openid: unionid, unionid, app_openid: openid } : { openid }
    return { ...identity, nickname: nameText(body.nickname), avatar: avatarUrl(body.headimgurl) }
  },
})
