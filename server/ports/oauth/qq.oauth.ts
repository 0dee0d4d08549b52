import type { Net } from "./bounded-fetch"
import { avatarUrl, idText, nameText } from "./identity-fields"
import { OauthError, type OauthFault, type OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { startAuthorization } from "./authorization-code"
import { requiredText, tencentGet } from "./tencent-calls"

/** From QQ Connect's list of public return codes. */
const codes: Record<string, OauthFault> = {
  ...Object.fromEntries(["100001", "100002", "100004", "100008", "100009", "100010", "100011"].map((code) => [code, "config"])),
  ...Object.fromEntries(["100005", "100013", "100014", "100015", "100016", "100018", "100019", "100020"].map((code) => [code, "expired"])),
  "100030": "expired",
  "-22": "expired",
  "-23": "expired",
}

/**
 * QQ: three calls, no PKCE, no `token_type`. The identity is the app's openid, which every QQ app has; a unionid is passed on if the app
 * was granted it. The openid call also returns the token's app, and a token of another app is rejected.
 */
export const qqOauth = (net: Net, { authorize, token, openid: me, userinfo }: Endpoints): OauthPort => ({
  begin: async (config, redirectUri) => startAuthorization({ authorize, config, redirectUri, scope: "get_user_info" }),
  identify: async (config, { code, redirectUri }) => {
    const { client_id, client_secret } = config
    const exchanged = await tencentGet(
      net,
      token,
      { grant_type: "authorization_code", client_id, client_secret, code, redirect_uri: redirectUri, fmt: "json" },
      codes,
      "error",
    )
    const access_token = requiredText(exchanged, "access_token")
    const who = await tencentGet(net, me, { access_token, unionid: "1", fmt: "json" }, codes, "error")
    if (who.client_id !== client_id) throw new OauthError("unproven", "token of another app")
    const openid = idText(who.openid)
    const body = await tencentGet(net, userinfo, { access_token, oauth_consumer_key: client_id, openid }, codes, "ret")
    return {
      openid,
      ...(who.unionid ? { unionid: idText(who.unionid) } : {}),
      nickname: nameText(body.nickname),
      avatar: avatarUrl(body.figureurl_qq_2, body.figureurl_qq_1, body.figureurl_qq, body.figureurl_2),
    }
  },
})
