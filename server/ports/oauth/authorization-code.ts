import { createHash, randomBytes } from "node:crypto"
import * as oauth from "oauth4webapi"
import { urlsAreChecked, type Net, objectOf } from "./bounded-fetch"
import { type Answer, type Begun, type OauthConfig, OauthError } from "./oauth.port"
import { faultOf } from "./provider-errors"

/** 256 random bits, as text that needs no encoding. */
export const random = (): string => randomBytes(32).toString("base64url")

/** The address to send the browser to. The order is kept (WeChat insists on it), "" is left out, and spaces are %20 (not every server reads "+"). */
export const authorizeUrl = (base: string, parameters: Record<string, string>, fragment = ""): string => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  url.search = url.search.replaceAll("+", "%20")
  return `${url.href}${fragment}`
}

export type Start = { authorize: string; config: OauthConfig; redirectUri: string; scope: string; pkce?: boolean; nonce?: boolean }

/** The first step of RFC 6749 4.1, with PKCE (RFC 7636, S256 only) and the nonce of OIDC where asked for. */
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

/** Normalises answers for the strict library: GitHub sends errors with 200, and some servers omit `token_type`. */
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

export type Exchange = {
  net: Net
  server: oauth.AuthorizationServer
  config: OauthConfig
  answer: Answer
  pkce?: boolean
  /** OIDC: an id_token must come, signed by the issuer, for us, with our nonce */
  oidc?: boolean
  basic?: boolean
  lenient?: boolean
}
export type Exchanged = { token: string; claims?: oauth.IDToken }

/** The second step: the code for a token. Throws OauthError. */
export const exchangeCode = async ({ net, server, config, answer, pkce, oidc, basic, lenient }: Exchange): Promise<Exchanged> => {
  // Without these the login began in another browser, or never: the provider is not asked.
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

/** The OIDC profile; its subject must be that of the id_token. */
export const readClaims = async (
  net: Net,
  server: oauth.AuthorizationServer,
  config: OauthConfig,
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
