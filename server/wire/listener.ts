import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { ErrorCode } from "../../lib/contract/error-code"
import { env } from "../env"
import type { Log } from "../security/log"
import { isFramed, securityHeaders } from "./headers"
import { sendError, sendJson } from "./send"

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>
/** Handles one request; `path` and `query` are the two parts of its URL, without "?". */
export type Serve = (req: IncomingMessage, res: ServerResponse, path: string, query: string) => Promise<void>

/** The methods that any endpoint supports. TRACE, which echoes the request's headers, is not among them. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
const unknownMethod = (res: ServerResponse) =>
  sendJson(res, 405, { code: ErrorCode.invalidArgument, message: "不支持这种请求方法" }, { allow: methods.join(", ") })

type Count = (kind: string, status: number, seconds: number) => void
/** `ipOf`: the visitor's address, for the access log (null: none is written). `isProxy`: peers whose X-Request-Id is kept. */
export type RequestLog = { ipOf: ((req: IncomingMessage) => string) | null; isProxy: (req: IncomingMessage) => boolean }
const noRequestLog: RequestLog = { ipOf: null, isProxy: () => false }

/** Images and static files make up most requests: one in this many is logged. */
const sampled = 100
const isSampled = new Set(["view", "static"])
/** The form of an id that a proxy may send: it is written into the log and the response. */
const requestIdPattern = /^[\w.:-]{8,128}$/

/** Wraps every request: id, security headers, error handling, one log line, metrics. */
export const createListener = (serve: Serve, log: Log, count?: Count, { ipOf, isProxy }: RequestLog = noRequestLog): Listener => {
  let unlogged = 0
  /** One line per request; `sample` is the number of requests that the line represents. */
  const levelOf = (kind: string, status: number, seconds: number): { level: "error" | "warn" | "info" | "debug"; sample?: number } => {
    if (status >= 500) return { level: "error" }
    if (seconds > 5) return { level: "warn" }
    if (!ipOf) return { level: "debug" }
    if (!isSampled.has(kind)) return { level: "info" }
    unlogged = (unlogged + 1) % sampled
    return unlogged === 1 ? { level: "info", sample: sampled } : { level: "debug" }
  }
  return async (req, res) => {
    const started = performance.now()
    const given = req.headers["x-request-id"]
    const id = typeof given === "string" && requestIdPattern.test(given) && isProxy(req) ? given : randomUUID()
    const url = req.url ?? "/"
    const cut = url.indexOf("?")
    const path = cut < 0 ? url : url.slice(0, cut)
    const logged = path.replace(bearerPath, "$1***")
    req.headers["x-request-id"] = id
    res.setHeader("x-request-id", id)
    for (const name in securityHeaders) res.setHeader(name, securityHeaders[name]!)
    // the policy of the embed page decides which sites may frame it
    if (isFramed(path)) for (const name of ["x-frame-options", "content-security-policy"]) res.removeHeader(name)
    // browsers ignore this header on a plain connection
    if (req.headers["x-forwarded-proto"] === "https") res.setHeader("strict-transport-security", transportSecurity(env().HSTS_SUBDOMAINS))
    res.on("finish", () => {
      const seconds = (performance.now() - started) / 1000
      const kind = kindOf(path)
      count?.(kind, res.statusCode, seconds)
      const { level, sample } = levelOf(kind, res.statusCode, seconds)
      const bytes = Number(res.getHeader("content-length") ?? 0) || undefined
      const entry = { request: id, method: req.method, path: logged, status: res.statusCode, ms: Math.round(seconds * 1000) }
      log[level]({ ...entry, ...(ipOf && { ip: ipOf(req), bytes }), ...(sample && { sample }) }, "请求")
    })
    if (!methods.includes(req.method ?? "")) return unknownMethod(res)
    try {
      await serve(req, res, path, cut < 0 ? "" : url.slice(cut + 1))
    } catch (error) {
      // the client is gone, so there is no receiver of a response
      if (isBrokenOff(req)) return void log.debug({ err: error, request: id, path: logged }, "请求中断")
      const fault = sendError(req, res, error)
      if (fault.internal) log.error({ err: error, request: id, path: logged }, "请求出错")
    }
  }
}

/** One year; the operator decides whether it includes subdomains (docs/decisions/052). */
export const transportSecurity = (subdomains: boolean): string => `max-age=31536000${subdomains ? "; includeSubDomains" : ""}`

/** Paths whose remainder grants access to the file, like a token. */
const bearerPath = /^(\/download\/).+/i

/** Returns true if the client disconnected before its body was complete. */
const isBrokenOff = (req: IncomingMessage): boolean => req.destroyed && !req.complete

/** Returns the `kind` of a request for the metrics, from the first segment of its path. */
const kinds: Record<string, string> = { api: "api", view: "view", download: "download", _next: "static", uploads: "static" }
const kindOf = (path: string): string => {
  const end = path.indexOf("/", 1)
  return (end > 0 && kinds[path.slice(1, end)]) || "page"
}
