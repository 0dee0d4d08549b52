import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import { request as httpsRequest } from "node:https"
import { pipeline } from "node:stream/promises"
import { LRUCache } from "lru-cache"
import axios, { type AxiosResponse } from "axios"
import qs from "qs"
import { provideBackend } from "../lib/api/backend"
import { failure } from "../lib/api/result"
import { callOf } from "../lib/contract/contract"
import type { Output, Result } from "../lib/contract/types"
import { bodyOf } from "./http/api"
import { clientAddress } from "./http/client-address"
import { bearerOf, cookieOf, hintSetCookie, sessionCookie, sessionSetCookie } from "./http/cookies"
import { unavailable } from "./errors"
import { sendJson } from "./http/send"
import { createListener, type Listener, type Serve } from "./http/listener"
import type { Log } from "./log"

type Options = { api: string; trustedProxies: string[]; onStrangeProxy: (peer: string) => void; log: Log; version: string }

/** Addresses that are passed on to the remote server; all others are our pages. */
const passedOn = /^\/(api\/v1|view|download|uploads|callback|sitemap)(\/|\.xml|$)/
/** Headers of one connection, never passed to the next (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "host",
  "accept-encoding",
])
const securityKeptMs = 10_000
/** Timeout of the settings, the cheapest call: a server that exceeds it hangs, and is not asked again for a moment. */
const hanging = { afterMs: 5_000, restMs: 2_000 }

/**
 * Only the pages run here; everything else is asked of the server named by API_BASE_URL. Such a server may leave zero
 * values out of its JSON, so every answer is parsed with the contract's output, which fills them in.
 */
export const startRemote = ({ api, trustedProxies, onStrangeProxy, log }: Options) => {
  const addressOf = clientAddress(trustedProxies, onStrangeProxy)
  const origin = new URL(api.replace(/\/api\/v1\/?$/, ""))
  const http = axios.create({
    baseURL: `${origin.origin}${origin.pathname.replace(/\/$/, "")}/api/v1`,
    timeout: 30_000,
    proxy: false,
    maxRedirects: 0,
    paramsSerializer: (params) => qs.stringify(params, { arrayFormat: "repeat", skipNulls: true }),
    validateStatus: () => true,
  })
  let restingUntil = 0
  const noAnswer = () => failure(503, "", { message: "后端暂时连不上，请稍后再试" })
  const call = async (key: string, input: unknown, token: string): Promise<Result<unknown>> => {
    if (Date.now() < restingUntil) return noAnswer()
    const [method, url] = key.split(" ") as [string, string]
    const cheapest = key === "GET /settings"
    const inQuery = method === "GET" || method === "DELETE"
    let reply: AxiosResponse<unknown>
    try {
      reply = await http.request({
        method,
        url,
        ...(inQuery ? { params: input } : { data: input }),
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(cheapest ? { timeout: hanging.afterMs } : {}),
      })
    } catch (error) {
      if (cheapest && axios.isAxiosError(error) && error.code === "ECONNABORTED") restingUntil = Date.now() + hanging.restMs
      log.warn({ error: String(error), call: key }, "后端没有答复")
      return noAnswer()
    }
    if (reply.status !== 200) return failure(reply.status, reply.statusText, reply.data)
    const parsed = callOf(key)?.output.safeParse(reply.data ?? {})
    if (!parsed?.success) {
      log.error({ call: key, error: String(parsed?.error) }, "后端的答复不合约定")
      return failure(502, "", { message: "后端的答复看不懂，请稍后再试" })
    }
    return { ok: true, status: 200, data: parsed.data }
  }
  // the guards ask on every page of /admin; the remote server decides every call anyway
  const rights = new LRUCache<string, Promise<Result<unknown>>>({ max: 1_000, ttl: securityKeptMs })
  const remembered = (key: string, input: unknown, token: string): Promise<Result<unknown>> => {
    if (key !== "GET /user/permission") return call(key, input, token)
    const held = rights.get(token)
    if (held) return held
    const asked = call(key, input, token)
    rights.set(token, asked)
    void asked.then((reply) => reply.ok || rights.delete(token))
    return asked
  }
  provideBackend({ call: (key, input, token) => remembered(key, input, token) as Promise<Result<Output<typeof key>>> })

  let known: { until: number; closed: Promise<boolean> } | null = null
  const closed = (): Promise<boolean> => {
    if (!known || known.until < Date.now()) {
      const asked = call("GET /settings", {}, "").then((reply) => {
        const security = reply.ok ? (reply.data as Output<"GET /settings">).security : null
        return security !== null && (security.login_required || security.is_close)
      })
      known = { until: Date.now() + securityKeptMs, closed: asked }
    }
    return known.closed
  }
  const listener = (pages: Serve): Listener =>
    createListener(async (req, res, path, query) => {
      if (path === "/healthz") return sendJson(res, 200, { status: "ok" })
      if (path === "/readyz") return closed().then(() => sendJson(res, 200, { status: "ready" }))
      if (!passedOn.test(path)) return pages(req, res, path, query)
      const key = `${req.method} ${path.replace(/^\/api\/v1/, "")}`
      const known = path.startsWith("/api/v1/") ? callOf(key) : undefined
      // overwritten: a visitor's header must not reach a server that trusts this one
      req.headers["x-forwarded-for"] = addressOf(req)
      await passOn(origin, req, res, known ? { key, parse: (body) => callOf(key)!.output.safeParse(body) } : null)
    }, log)
  /** Streams of events never end by themselves; ended here, the browser comes back to whoever is up. */
  const rest = async () => {
    for (const stream of streams) stream.end()
  }
  return { closed, listener, rest }
}

/** Open answers that do not end by themselves. */
const streams = new Set<ServerResponse>()

type Parsed = { success: boolean; data?: unknown }
type Known = { key: string; parse: (body: unknown) => Parsed }

/** Passes a request on, streaming both ways; only answers of known calls are read and completed. */
const passOn = async (origin: URL, req: IncomingMessage, res: ServerResponse, known: Known | null): Promise<void> => {
  const headers: Record<string, string | string[]> = { host: origin.host }
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined && !hopByHop.has(name) && name !== "cookie") headers[name] = value
  if (!known && req.headers["accept-encoding"]) headers["accept-encoding"] = req.headers["accept-encoding"]
  // private page images: the remote server knows the Bearer header, not our cookie
  if (!bearerOf(req) && cookieOf(req, sessionCookie) && req.method === "GET")
    headers.authorization = `Bearer ${cookieOf(req, sessionCookie)}`
  const body = req.method === "DELETE" ? qs.stringify(await bodyOf(req), { arrayFormat: "repeat" }) : null
  // compatible servers read a deletion from its query alone
  const url = body ? `${req.url}${req.url?.includes("?") ? "&" : "?"}${body}` : req.url
  if (body !== null) for (const name of ["content-length", "content-type"]) delete headers[name]
  const send = origin.protocol === "https:" ? httpsRequest : httpRequest
  await new Promise<void>((done, fail) => {
    const out = send(
      {
        hostname: origin.hostname,
        port: origin.port,
        protocol: origin.protocol,
        method: req.method,
        path: `${origin.pathname.replace(/\/$/, "")}${url}`,
        headers,
      },
      (reply) => {
        answer(reply, req, res, known).then(done, fail)
      },
    )
    out.on("error", () => fail(unavailable("后端暂时连不上，请稍后再试")))
    req.on("aborted", () => out.destroy())
    if (body === null) pipeline(req, out).catch(() => undefined)
    else out.end()
  })
}

const answer = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, known: Known | null): Promise<void> => {
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !hopByHop.has(name) || name === "content-encoding"),
  ) as Record<string, string | string[]>
  if (!known || reply.statusCode !== 200) {
    res.writeHead(reply.statusCode ?? 502, headers)
    if (String(reply.headers["content-type"] ?? "").startsWith("text/event-stream")) {
      streams.add(res)
      res.once("close", () => streams.delete(res))
    }
    return void (await pipeline(reply, res).catch(() => undefined))
  }
  const chunks: Buffer[] = []
  for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
  const parsed = known.parse(jsonOf(Buffer.concat(chunks).toString("utf8")))
  if (!parsed.success) throw unavailable("后端的答复看不懂，请稍后再试")
  setSessionCookies(req, res, known.key, parsed.data)
  sendJson(res, 200, parsed.data)
}

/** Parses JSON; null for other text. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text || "{}")
  } catch {
    return null
  }
}

/** Sets our own cookie for pages, whatever the remote server does with sessions. */
const setSessionCookies = (req: IncomingMessage, res: ServerResponse, key: string, data: unknown): void => {
  const given = typeof data === "object" && data !== null && "token" in data && typeof data.token === "string" ? data.token : ""
  const token =
    key === "DELETE /user/logout"
      ? null
      : given || (isOwnUser(key, req) && cookieOf(req, sessionCookie) !== bearerOf(req) ? bearerOf(req) : "")
  if (token === "") return
  const secure = req.headers["x-forwarded-proto"] === "https"
  res.appendHeader("set-cookie", sessionSetCookie(token, secure))
  res.appendHeader("set-cookie", hintSetCookie(token !== null, secure))
}

const isOwnUser = (key: string, req: IncomingMessage) => key === "GET /user" && !(req.url ?? "").includes("?")
