import { type Net, readProfile, usableUrl } from "./bounded-fetch"
import { avatarUrl, emailOf, fieldOf, idText, nameText } from "./identity-fields"
import { issuerDiscovery } from "./issuer-discovery"
import type { OauthProviderConfig, OauthPort } from "./oauth.port"
import { startAuthorization, exchangeCode, readClaims } from "./authorization-code"

/** Returns the scopes including "openid", which OIDC requires. */
const oidcScope = (typed = "") => {
  const scopes = typed.split(/[\s,]+/).filter(Boolean)
  return scopes.length === 0 ? "openid profile email" : [...new Set(["openid", ...scopes])].join(" ")
}

/** An OIDC issuer configured by discovery, with id_token, nonce and PKCE as for Google. */
const oidcOauth = (net: Net): OauthPort => {
  const discovery = issuerDiscovery(net)
  return {
    begin: async (config, redirectUri) => {
      const server = await discovery(config.issuer ?? "")
      return startAuthorization({
        authorize: server.authorization_endpoint,
        config,
        redirectUri,
        scope: oidcScope(config.scope),
        pkce: true,
        nonce: true,
      })
    },
    identify: async (config, answer) => {
      const server = await discovery(config.issuer ?? "")
      // HTTP Basic unless the server's metadata says otherwise (the default of OIDC discovery).
      const basic = !(server.token_endpoint_auth_methods_supported ?? []).includes("client_secret_post")
      const claims = await readClaims(
        net,
        server,
        config,
        await exchangeCode({ net, server, config, answer, pkce: true, oidc: true, basic }),
      )
      const nickname = nameText(fieldOf(claims, config.nickname_field || "name"), claims.name, claims.nickname, claims.preferred_username)
      return {
        openid: idText(claims.sub),
        nickname,
        avatar: avatarUrl(fieldOf(claims, config.avatar_field || "picture"), claims.picture),
        ...emailOf(claims.email, claims.email_verified),
      }
    },
  }
}

/**
 * Plain OAuth 2.0 with addresses that staff configured. PKCE is always sent, because a server that does not support it ignores it (RFC 6749
 * 3.1). The id is read from exactly one field: with a fallback, a changed answer could log in a different user.
 */
const plainOauth = (net: Net): OauthPort => ({
  begin: async (config, redirectUri) => {
    const authorize = usableUrl(config.authorize_url ?? "", net.allowInsecure)
    return startAuthorization({ authorize, config, redirectUri, scope: config.scope ?? "", pkce: true })
  },
  identify: async (config, answer) => {
    const token = usableUrl(config.token_url ?? "", net.allowInsecure)
    const userinfo = usableUrl(config.userinfo_url ?? "", net.allowInsecure)
    const got = await exchangeCode({
      net,
      server: { issuer: new URL(token).origin, token_endpoint: token },
      config,
      answer,
      pkce: true,
      lenient: true,
    })
    const body = await readProfile(net, userinfo, got.token)
    return {
      openid: idText(fieldOf(body, config.id_field || "id")),
      nickname: nameText(fieldOf(body, config.nickname_field || "name")),
      avatar: avatarUrl(fieldOf(body, config.avatar_field || "avatar_url")),
      ...emailOf(body.email, body.email_verified),
    }
  },
})

/** The custom provider: an OIDC issuer, or three configured addresses. */
export const customOauth = (net: Net): OauthPort => {
  const oidc = oidcOauth(net)
  const plain = plainOauth(net)
  const of = (config: OauthProviderConfig) => (config.issuer ? oidc : plain)
  return {
    begin: (config, redirectUri) => of(config).begin(config, redirectUri),
    identify: (config, answer) => of(config).identify(config, answer),
  }
}
