import type { Net } from "./bounded-fetch"
import { avatarUrl, emailOf, idText, nameText } from "./identity-fields"
import type { OauthPort } from "./oauth.port"
import type { Endpoints } from "./provider-endpoints"
import { startAuthorization, exchangeCode, readClaims } from "./authorization-code"

/** Google: OIDC with PKCE and nonce. The id_token's signature is checked against Google's keys, and the profile against the id_token. */
export const googleOauth = (net: Net, { authorize, token, userinfo, issuer, jwks }: Endpoints): OauthPort => {
  const server = {
    issuer,
    token_endpoint: token,
    userinfo_endpoint: userinfo,
    jwks_uri: jwks,
    id_token_signing_alg_values_supported: ["RS256"],
  }
  return {
    begin: async (config, redirectUri) =>
      startAuthorization({ authorize, config, redirectUri, scope: "openid email profile", pkce: true, nonce: true }),
    identify: async (config, answer) => {
      const claims = await readClaims(net, server, config, await exchangeCode({ net, server, config, answer, pkce: true, oidc: true }))
      return {
        openid: idText(claims.sub),
        nickname: nameText(claims.name, claims.given_name),
        avatar: avatarUrl(claims.picture),
        ...emailOf(claims.email, claims.email_verified),
      }
    },
  }
}
