import { type Net, readProfile, usableUrl } from "./bounded-fetch"
import { avatarUrl, emailOf, idText, nameText } from "./identity-fields"
import type { OauthProviderConfig, OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { startAuthorization, exchangeCode } from "./authorization-code"

/** GitHub Enterprise has its own base address, with the API below /api/v3. */
const endpointsOf = (
  net: Net,
  { base_url }: OauthProviderConfig,
  defaults: Endpoints,
): Pick<Endpoints, "authorize" | "token" | "userinfo"> => {
  if (!base_url) return defaults
  const base = usableUrl(base_url, net.allowInsecure).replace(/\/+$/, "")
  return { authorize: `${base}/login/oauth/authorize`, token: `${base}/login/oauth/access_token`, userinfo: `${base}/api/v3/user` }
}

/** GitHub: PKCE since July 2025, and a read-only scope. The e-mail address is the public one of the profile and counts as unverified. */
export const githubOauth = (net: Net, defaults: Endpoints): OauthPort => ({
  begin: async (config, redirectUri) =>
    startAuthorization({ authorize: endpointsOf(net, config, defaults).authorize, config, redirectUri, scope: "read:user", pkce: true }),
  identify: async (config, answer) => {
    const { token, userinfo } = endpointsOf(net, config, defaults)
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
