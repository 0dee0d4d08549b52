import { createHash, randomBytes } from "node:crypto"
import type { Misbehaviour, ProviderPerson } from "./stand-in-types"
import { dialects, type ProviderName, type OauthRefusal, type Wire } from "./stand-in-dialects"
import { idToken, type IssuerKeys } from "./stand-in-keys"

export type OauthReply = Wire
export type OauthRequest = {
  method: string
  url: string
  /** Names of the query parameters, in their order. */
  names: string[]
  query: Record<string, string>
  body: Record<string, string>
  parameters: Record<string, string>
  authorization: string
  agent: string
  accept: string
}
type Code = {
  name: ProviderName
  redirect: string
  challenge: string
  nonce: string
  scope: string
  person: ProviderPerson
  used: boolean
  expired: boolean
}
type Token = { name: ProviderName; person: ProviderPerson; openid: string }
export type OauthWorld = {
  url: string
  client: { client_id: string; client_secret: string }
  person: ProviderPerson | null
  codes: Map<string, Code>
  tokens: Map<string, Token>
  fault: Misbehaviour | null
  keys: IssuerKeys
}

const plainly = (status: number, body: string): OauthReply => ({ status, type: "text/plain; charset=utf-8", body })
const back = (to: URL, parameters: Record<string, string>): OauthReply => {
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value)
  return { status: 302, type: "text/plain", body: "", headers: { location: to.href } }
}

/** The consent page, which agrees or declines immediately. Errors of the real pages become 400 with the reason. */
export const authorize = (world: OauthWorld, name: ProviderName, { method, names, query }: OauthRequest): OauthReply => {
  const dialect = dialects[name]
  const { state = "", redirect_uri = "", code_challenge = "", scope = "", nonce = "" } = query
  if (method !== "GET") return plainly(405, "GET only")
  if (query[dialect.id] !== world.client.client_id) return plainly(400, "unknown client")
  if (!URL.canParse(redirect_uri)) return plainly(400, "redirect_uri")
  if (query.response_type !== "code") return plainly(400, "response_type")
  if (state.length < 22) return plainly(400, "state has less than 128 bits")
  if (
    scope !== dialect.silent &&
    dialect.scopes.join(" ") !==
      scope
        .split(" ")
        .toSorted((a, b) => dialect.scopes.indexOf(a) - dialect.scopes.indexOf(b))
        .join(" ")
  )
    return plainly(400, "scope")
  if (dialect.order && names.filter((one) => one !== "deny").join() !== dialect.order.join())
    return plainly(400, "parameters in another order")
  if (dialect.pkce && (query.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(code_challenge))) return plainly(400, "code_challenge")
  if (!dialect.pkce && code_challenge) return plainly(400, "code_challenge is not known here")
  if (dialect.oidc && nonce.length < 22) return plainly(400, "nonce")
  const to = new URL(redirect_uri)
  const { person } = world
  // WeChat redirects without a code if the user declines.
  if (!person || "deny" in query) return back(to, { ...(dialect.id === "client_id" && { error: "access_denied" }), state })
  const code = randomBytes(16).toString("hex")
  world.codes.set(code, { name, redirect: redirect_uri, challenge: code_challenge, nonce, scope, person, used: false, expired: false })
  return back(to, { code, state, ...(name === "custom" && { iss: `${world.url}/custom` }) })
}

/** Returns client and secret from the form or from HTTP Basic (form-encoded, RFC 6749 2.3.1). */
const credentials = ({ parameters, authorization }: OauthRequest, name: ProviderName): [string, string] => {
  const dialect = dialects[name]
  if (!dialect.basic) return [parameters[dialect.id] ?? "", parameters[dialect.secret] ?? ""]
  const [id = "", secret = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":")
  return [decodeURIComponent(id.replaceAll("+", " ")), decodeURIComponent(secret.replaceAll("+", " "))]
}

/** Returns the code that a request redeems, or the reason for refusing it. */
const redeemedCode = (world: OauthWorld, name: ProviderName, ask: OauthRequest): OauthRefusal | Code => {
  const dialect = dialects[name]
  const [id, secret] = credentials(ask, name)
  const { code = "", redirect_uri = "", code_verifier = "", grant_type } = ask.parameters
  const strayed = dialect.method === "POST" && Object.keys(ask.query).length > 0
  if (ask.method !== dialect.method || grant_type !== "authorization_code" || strayed) return "request"
  if (id !== world.client.client_id) return "client"
  if (secret !== world.client.client_secret) return "secret"
  const issued = world.codes.get(code)
  if (!issued || issued.name !== name || issued.expired) return "code"
  if (issued.used) return "used"
  if (dialect.redirect && redirect_uri !== issued.redirect) return "redirect"
  if (issued.challenge && createHash("sha256").update(code_verifier).digest("base64url") !== issued.challenge) return "verifier"
  return issued
}

/** The token endpoint. GitHub answers with a form unless the client asks for JSON, QQ unless it sends fmt=json. */
export const exchange = async (world: OauthWorld, name: ProviderName, ask: OauthRequest): Promise<OauthReply> => {
  const dialect = dialects[name]
  const code = redeemedCode(world, name, ask)
  if (typeof code === "string") return dialect.refuse(code)
  code.used = true
  const { person, nonce, scope } = code
  const openid = `${name}-openid-${person.id}`
  const access_token = randomBytes(20).toString("hex")
  world.tokens.set(access_token, { name, person, openid })
  const id_token = dialect.oidc
    ? await idToken(world.keys, world.fault, { issuer: `${world.url}/${name}`, client_id: world.client.client_id, nonce, person })
    : undefined
  if ((name === "github" && !ask.accept.includes("json")) || (name === "qq" && ask.query.fmt !== "json")) {
    return { status: 200, type: "application/x-www-form-urlencoded", body: `access_token=${access_token}&expires_in=7776000` }
  }
  return dialect.grant({ access_token, openid, person, id_token, scope })
}

/** QQ's openid call, which returns JSONP even to some clients that ask for JSON. */
export const me = (world: OauthWorld, name: ProviderName, { query }: OauthRequest): OauthReply => {
  const token = world.tokens.get(query.access_token ?? "")
  if (name !== "qq" || token?.name !== "qq") return dialects.qq.refuse("token")
  const body = {
    client_id: world.client.client_id,
    openid: token.openid,
    ...(query.unionid === "1" && token.person.unionid && { unionid: token.person.unionid }),
  }
  return { status: 200, type: "text/html", body: `callback( ${JSON.stringify(body)} );\n` }
}

/** The profile endpoint, which requires a Bearer token. For Tencent, token and openid are in the query and must belong together. */
export const profile = (world: OauthWorld, name: ProviderName, { query, authorization, agent }: OauthRequest): OauthReply => {
  const dialect = dialects[name]
  const inQuery = name === "qq" || dialect.id === "appid"
  const token = world.tokens.get(inQuery ? (query.access_token ?? "") : authorization.replace(/^Bearer /, ""))
  const belongs =
    token?.name === name &&
    (!inQuery || query.openid === token.openid) &&
    (name !== "qq" || query.oauth_consumer_key === world.client.client_id)
  if (!token || !belongs)
    return name === "qq"
      ? { status: 200, type: "text/html", body: '{"ret":100016,"msg":"access token check failed"}' }
      : dialect.refuse("token")
  if (name === "github" && !agent) return plainly(403, "user-agent")
  const other = world.fault?.at === "id_token" && world.fault.how === "subject"
  const body = dialect.profile(other ? { ...token.person, id: "somebody-else" } : token.person, token.openid)
  return { status: 200, type: dialect.id === "appid" ? "text/plain" : "application/json; charset=utf-8", body: JSON.stringify(body) }
}
