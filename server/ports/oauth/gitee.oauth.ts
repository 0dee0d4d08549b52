import { type Net, readProfile } from "./bounded-fetch"
import { avatarUrl, emailOf, idText, nameText } from "./identity-fields"
import type { OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { startAuthorization, exchangeCode } from "./authorization-code"

/** Gitee documents no PKCE, so only `state` ties the answer to the browser. */
export const giteeOauth = (net: Net, { authorize, token, userinfo }: Endpoints): OauthPort => {
  const server = { issuer: new URL(token).origin, token_endpoint: token }
  return {
    begin: async (config, redirectUri) => startAuthorization({ authorize, config, redirectUri, scope: "user_info" }),
    identify: async (config, answer) => {
      const got = await exchangeCode({ net, server, config, answer })
      const body = await readProfile(net, userinfo, got.token)
      return {
        openid: idText(body.id),
        nickname: nameText(body.name, body.login),
        avatar: avatarUrl(body.avatar_url),
        ...emailOf(body.email),
      }
    },
  }
}
