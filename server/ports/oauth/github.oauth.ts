import { type Net, readProfile } from "./bounded.fetch"
import { avatarUrl, emailOf, idText, nameText } from "./identity.fields"
import type { OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider.endpoints"
import { beginDance, exchangeCode } from "./standard.dance"

/** GitHub: PKCE since July 2025; the scope reads the profile and can write nothing. The address is the public one of the profile, so it proves nothing. */
export const githubOauth = (net: Net, { authorize, token, userinfo }: Endpoints): OauthPort => {
  const server = { issuer: new URL(token).origin, token_endpoint: token }
  return {
    begin: async (config, redirectUri) => beginDance({ authorize, config, redirectUri, scope: "read:user", pkce: true }),
    identify: async (config, answer) => {
      const got = await exchangeCode({ net, server, config, answer, pkce: true, lenient: true })
      const body = await readProfile(net, userinfo, got.token)
      return { openid: idText(body.id), nickname: nameText(body.name, body.login), avatar: avatarUrl(body.avatar_url), ...emailOf(body.email) }
    },
  }
}
