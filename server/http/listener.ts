import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Log } from "../log"
import { isFramed, securityHeaders } from "./headers"
import { sendError } from "./send"

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>
/** Answers one request; `path` and `query` are the two parts of its address, without "?". */
export type Serve = (req: IncomingMessage, res: ServerResponse, path: string, query: string) => Promise<void>

/** Wraps every request: id, security headers, error handling, one log line, metrics. */
export const createListener = (serve: Serve, log: Log, count?: (kind: string, status: number, seconds: number) => void): Listener => {
  return async (req, res) => {
    const started = performance.now()
    const id = randomUUID()
    const url = req.url ?? "/"
    const cut = url.indexOf("?")
    const path = cut < 0 ? url : url.slice(0, cut)
    req.headers["x-request-id"] = id
    res.setHeader("x-request-id", id)
    for (const name in securityHeaders) res.setHeader(name, securityHeaders[name]!)
    // the embed page's policy decides who may frame it
    if (isFramed(path)) res.removeHeader("x-frame-options")
    // browsers ignore this header on a plain connection
    if (req.headers["x-forwarded-proto"] === "https") res.setHeader("strict-transport-security", "max-age=31536000")
    res.on("finish", () => {
      const seconds = (performance.now() - started) / 1000
      count?.(kindOf(path), res.statusCode, seconds)
      const level = res.statusCode >= 500 ? "error" : seconds > 5 ? "warn" : "debug"
      log[level]({ request: id, method: req.method, path, status: res.statusCode, ms: Math.round(seconds * 1000) }, "请求")
    })
    try {
      await serve(req, res, path, cut < 0 ? "" : url.slice(cut + 1))
    } catch (error) {
      const fault = sendError(req, res, error)
      if (fault.internal) log.error({ err: error, request: id, path }, "请求出错")
    }
  }
}

/** The `kind` of a request in the metrics, by the first part of its address. */
const kinds: Record<string, string> = { api: "api", view: "view", download: "download", _next: "static", uploads: "static" }
const kindOf = (path: string): string => {
  const end = path.indexOf("/", 1)
  return (end > 0 && kinds[path.slice(1, end)]) || "page"
}
