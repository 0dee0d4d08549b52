import { type Net, readProfile, usableUrl } from "./bounded-fetch"
import { avatarUrl, emailOf, idText, nameText } from "./identity-fields"
import type { OauthConfig, OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { beginDance, exchangeCode } from "./authorization-code"

/** GitHub Enterprise answers under its own address, its API below /api/v3. */
const endpointsOf = (net: Net, { base_url }: OauthConfig, usual: Endpoints): Pick<Endpoints, "authorize" | "token" | "userinfo"> => {
  if (!base_url) return usual
  const base = usableUrl(base_url, net.allowInsecure).replace(/\/+$/, "")
  return { authorize: `${base}/login/oauth/authorize`, token: `${base}/login/oauth/access_token`, userinfo: `${base}/api/v3/user` }
}

/** GitHub: PKCE since July 2025; the scope reads the profile and can write nothing. The address is the public one of the profile, so it proves nothing. */
export const githubOauth = (net: Net, usual: Endpoints): OauthPort => ({
  begin: async (config, redirectUri) =>
    beginDance({ authorize: endpointsOf(net, config, usual).authorize, config, redirectUri, scope: "read:user", pkce: true }),
  identify: async (config, answer) => {
    const { token, userinfo } = endpointsOf(net, config, usual)
    const server = { issuer: new URL(token).origin, token_endpoint: token }
    const got = await exchangeCode({ net, server, config, answer, pkce: true, lenient: true })
    const body = await readProfile(net, userinfo, got.token)
    return {
      openid: idText(body.id),
      nickname: nameText(body.name, body.login),
      avatar: avatarUrl(body.avatar_url),
      ...emailOf(body.email),
    }
  },
})
