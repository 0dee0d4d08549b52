import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type EndpointsByType } from "../provider-endpoints"
import { authorize, exchange, me, profile, type OauthRequest, type OauthReply, type OauthWorld } from "./stand-in-endpoints"
import { dialects, type ProviderName } from "./stand-in-dialects"
import { discovery, makeKeys } from "./stand-in-keys"
import type { Misbehaviour, ProviderPerson } from "./stand-in-types"

export type LogEntry = { provider: string; endpoint: string; method: string; parameters: Record<string, string>; status: number }

export type MockOauthProvider = {
  url: string
  /** Accepted by every provider. */
  client: { client_id: string; client_secret: string }
  /** For `createOauth({ endpoints, allowInsecure: true })`. */
  endpoints: EndpointsByType
  /** For the settings of the custom provider, in both variants. */
  custom: {
    oidc: { issuer: string }
    plain: {
      authorize_url: string
      token_url: string
      userinfo_url: string
      scope: string
      id_field: string
      nickname_field: string
      avatar_field: string
    }
  }
  /** The user who consents from now on; null declines. */
  setPerson(person: ProviderPerson | null): void
  /** Expires all codes issued so far. */
  expireCodes(): void
  /** Null restores normal behaviour. */
  misbehave(fault: Misbehaviour | null): void
  log: LogEntry[]
  close(): Promise<void>
}

/** Aliases for OIDC discovery, and for GitHub Enterprise under this provider's address. */
const enterprise: Record<string, string> = {
  ".well-known/openid-configuration": "discovery",
  "login/oauth/authorize": "authorize",
  "login/oauth/access_token": "token",
  "api/v3/user": "userinfo",
}

const garbage = "<!doctype html><title>502</title>稍后再试"

/** Returns a misbehaving provider's answer, or "silent" for none. */
const wrong = (response: ServerResponse, how: string, ask: OauthRequest): OauthReply | "silent" => {
  if (how === "hang") return "silent"
  if (how === "500") return { status: 500, type: "text/html", body: garbage }
  if (how === "redirect")
    return { status: 302, type: "text/plain", body: "", headers: { location: "http://169.254.169.254/latest/meta-data/" } }
  // Echoes the request in an error. No part of it may reach a user or a log.
  if (how === "echo")
    return {
      status: 400,
      type: "application/json",
      body: JSON.stringify({ error: JSON.stringify(ask.parameters), error_description: ask.authorization, errcode: ask.url, ret: ask.url }),
    }
  if (how === "garbage") return { status: 200, type: "text/html", body: garbage }
  response.writeHead(200, { "content-type": "application/json" })
  response.write('{"access_token":"')
  if (how === "flood") response.end("x".repeat(1024 * 1024))
  return "silent"
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const part of request) text += String(part)
  return text
}

const readRequest = async (request: IncomingMessage, base: string): Promise<OauthRequest> => {
  const url = new URL(request.url ?? "/", base)
  const query = Object.fromEntries(url.searchParams)
  const body = request.method === "POST" ? Object.fromEntries(new URLSearchParams(await read(request))) : {}
  const authorization = request.headers.authorization ?? ""
  return {
    method: request.method ?? "",
    url: url.href,
    names: [...url.searchParams.keys()],
    query,
    body,
    parameters: { ...query, ...body },
    authorization,
    agent: request.headers["user-agent"] ?? "",
    accept: request.headers.accept ?? "",
  }
}

/**
 * Starts a mock server for all providers on one local port, each under its route name ("/github/authorize"). The custom provider has two:
 * "/custom" is an OIDC issuer, "/plain" is plain OAuth 2.0. It makes the same checks as the real ones and refuses with their messages.
 */
export const startStandIn = async (
  options: { port?: number; client_id?: string; client_secret?: string } = {},
): Promise<MockOauthProvider> => {
  const keys = await makeKeys()
  const world: OauthWorld = {
    url: "",
    client: { client_id: options.client_id ?? "doujia-client", client_secret: options.client_secret ?? "s3cret-of-the-site/+=&ü" },
    person: {
      id: "10086",
      unionid: "union-10086",
      nickname: "小豆",
      avatar: "https://img.example.com/bean.png",
      email: "bean@example.com",
      email_verified: true,
    },
    codes: new Map(),
    tokens: new Map(),
    fault: null,
    keys,
  }
  const log: LogEntry[] = []

  const answer = async (name: ProviderName, endpoint: string, ask: OauthRequest): Promise<OauthReply> => {
    if (endpoint === "authorize") return authorize(world, name, ask)
    if (endpoint === "token") return exchange(world, name, ask)
    if (endpoint === "me") return me(world, name, ask)
    if (endpoint === "userinfo") return profile(world, name, ask)
    if (endpoint === "jwks") return { status: 200, type: "application/json", body: JSON.stringify(keys.jwks) }
    if (endpoint === "discovery") return { status: 200, type: "application/json", body: JSON.stringify(discovery(`${world.url}/${name}`)) }
    return { status: 404, type: "text/plain", body: "no such place" }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const ask = await readRequest(request, world.url)
    const [, first = "", ...rest] = new URL(ask.url).pathname.split("/")
    const path = rest.join("/")
    const endpoint = enterprise[path] ?? path
    const name = Object.keys(dialects).find((one): one is ProviderName => one === first)
    const faulty = world.fault && world.fault.at === endpoint ? wrong(response, world.fault.how, ask) : null
    const reply = faulty ?? (name ? await answer(name, endpoint, ask) : { status: 404, type: "text/plain", body: "no such provider" })
    log.push({ provider: first, endpoint, method: ask.method, parameters: ask.parameters, status: reply === "silent" ? 0 : reply.status })
    if (reply === "silent") return
    response.writeHead(reply.status, { "content-type": reply.type, "cache-control": "no-store", ...reply.headers })
    response.end(reply.body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end("the stand-in itself failed"))
  })
  await new Promise<void>((ready) => server.listen(options.port ?? 0, "127.0.0.1", ready))
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const at = (name: ProviderName) => ({
    authorize: `${world.url}/${name}/authorize`,
    token: `${world.url}/${name}/token`,
    userinfo: `${world.url}/${name}/userinfo`,
  })
  const plain = at("plain")

  return {
    url: world.url,
    client: world.client,
    endpoints: {
      1: { ...at("qq"), openid: `${world.url}/qq/me` },
      2: at("wechat"),
      3: at("gitee"),
      4: at("github"),
      7: { ...at("google"), issuer: `${world.url}/google`, jwks: `${world.url}/google/jwks` },
      8: at("officialaccount"),
    },
    custom: {
      oidc: { issuer: `${world.url}/custom` },
      plain: {
        authorize_url: plain.authorize,
        token_url: plain.token,
        userinfo_url: plain.userinfo,
        scope: "profile",
        id_field: "data.id",
        nickname_field: "data.nick",
        avatar_field: "data.picture.url",
      },
    },
    setPerson: (person) => void (world.person = person),
    expireCodes: () => {
      for (const code of world.codes.values()) code.expired = true
    },
    misbehave: (fault) => void (world.fault = fault),
    log,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
