import { createHash, randomBytes } from "node:crypto"
import * as oauth from "oauth4webapi"
import { urlsAreChecked, type Net, objectOf } from "./bounded-fetch"
import { type OauthRedirect, type Begun, type OauthProviderConfig, OauthError } from "./oauth.port"
import { faultOf } from "./provider-errors"

/** Returns 256 random bits as text that needs no encoding. */
export const random = (): string => randomBytes(32).toString("base64url")

/**
 * Builds the address to redirect the browser to. Keeps the parameter order (WeChat requires it), omits "", and encodes spaces as %20
 * because some servers do not accept "+".
 */
export const authorizeUrl = (base: string, parameters: Record<string, string>, fragment = ""): string => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  url.search = url.search.replaceAll("+", "%20")
  return `${url.href}${fragment}`
}

export type Start = { authorize: string; config: OauthProviderConfig; redirectUri: string; scope: string; pkce?: boolean; nonce?: boolean }

/** Starts an authorization (RFC 6749 4.1), optionally with PKCE (RFC 7636, S256 only) and an OIDC nonce. */
export const startAuthorization = ({ authorize, config, redirectUri, scope, pkce, nonce }: Start): Begun => {
  const begun: Begun = { url: "", state: random(), ...(pkce && { verifier: random() }), ...(nonce && { nonce: random() }) }
  const challenge = begun.verifier ? createHash("sha256").update(begun.verifier).digest("base64url") : ""
  const proof = { nonce: begun.nonce ?? "", code_challenge: challenge, code_challenge_method: challenge && "S256" }
  return {
    ...begun,
    url: authorizeUrl(authorize, {
      client_id: config.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope,
      state: begun.state,
      ...proof,
    }),
  }
}

/** Normalizes answers for the strict library: GitHub sends errors with status 200, and some servers omit `token_type`. */
const normalizeAnswer =
  (send: Net["fetch"]): Net["fetch"] =>
  async (url, init) => {
    const response = await send(url, init)
    const body = response.status === 200 ? objectOf(await response.clone().text()) : null
    if (!body) return response
    const refused = typeof body.error === "string" && body.error !== ""
    const typed = typeof body.access_token === "string" && !body.token_type ? { ...body, token_type: "bearer" } : body
    return Response.json(typed, { status: refused ? 400 : 200 })
  }

export type CodeExchange = {
  net: Net
  server: oauth.AuthorizationServer
  config: OauthProviderConfig
  answer: OauthRedirect
  pkce?: boolean
  /** OIDC: requires an id_token signed by the issuer, issued for this client, with the expected nonce. */
  oidc?: boolean
  basic?: boolean
  lenient?: boolean
}
export type Exchanged = { token: string; claims?: oauth.IDToken }

/** Exchanges the code for a token (the second step). Throws OauthError. */
export const exchangeCode = async ({ net, server, config, answer, pkce, oidc, basic, lenient }: CodeExchange): Promise<Exchanged> => {
  // Without them the login began in another browser or never began. Fail without calling the provider.
  if ((pkce && !answer.verifier) || (oidc && !answer.nonce)) throw new OauthError("expired", "verifier or nonce missing")
  const client: oauth.Client = { client_id: config.client_id }
  const secret = basic ? oauth.ClientSecretBasic(config.client_secret) : oauth.ClientSecretPost(config.client_secret)
  const options = { [oauth.customFetch]: lenient ? normalizeAnswer(net.fetch) : net.fetch, [oauth.allowInsecureRequests]: urlsAreChecked }
  try {
    const back = oauth.validateAuthResponse(server, client, new URLSearchParams({ code: answer.code }), oauth.skipStateCheck)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      back,
      answer.redirectUri,
      pkce && answer.verifier ? answer.verifier : oauth.nopkce,
      options,
    )
    const reply = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
      oidc ? { expectedNonce: answer.nonce, requireIdToken: true } : {},
    )
    if (!oidc) return { token: reply.access_token }
    await oauth.validateApplicationLevelSignature(server, response, {
      [oauth.customFetch]: net.fetch,
      [oauth.allowInsecureRequests]: urlsAreChecked,
    })
    return { token: reply.access_token, claims: oauth.getValidatedIdTokenClaims(reply) }
  } catch (error) {
    throw faultOf(error)
  }
}

/** Reads the OIDC profile. Its subject must match the id_token's. */
export const readClaims = async (
  net: Net,
  server: oauth.AuthorizationServer,
  config: OauthProviderConfig,
  { token, claims }: Exchanged,
): Promise<Record<string, unknown> & { sub: string }> => {
  if (!claims) throw new OauthError("unproven", "no id_token")
  if (!server.userinfo_endpoint) return claims
  const client: oauth.Client = { client_id: config.client_id }
  try {
    const response = await oauth.userInfoRequest(server, client, token, {
      [oauth.customFetch]: net.fetch,
      [oauth.allowInsecureRequests]: urlsAreChecked,
    })
    return { ...claims, ...(await oauth.processUserInfoResponse(server, client, claims.sub, response)) }
  } catch (error) {
    throw faultOf(error)
  }
}
