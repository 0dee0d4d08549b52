import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { sql } from "drizzle-orm"
import type { App } from "./app"
import { createCtx, type LoggedIn, type RequestInfo } from "./context"
import { serveApi } from "./http/api"
import { clientAddress } from "./http/client-address"
import { bearerOf, cookieOf, deviceCookie, sessionCookie } from "./http/cookies"
import { serveDownload } from "./http/download"
import { notFound, unauthenticated } from "./errors"
import { isFramed, securityHeaders } from "./http/headers"
import { pictureKindOf, servePictureUpload } from "./http/picture-upload"
import { createPictures } from "./http/pictures"
import { requireSiteAccess } from "./http/site-access"
import { serveProgress } from "./http/progress"
import { sendError, sendJson } from "./http/send"
import { serveSitemap } from "./http/sitemap"
import { createTus, tusPath } from "./http/tus"
import { serveUpload } from "./http/upload"
import { serveView } from "./http/view"

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>
/** Pages and static files: everything that is not the back end's. */
export type Pages = (req: IncomingMessage, res: ServerResponse, path: string, query: string) => Promise<void>

type Options = { trustedProxies: string[]; onStrangeProxy?: (peer: string) => void; pages: Pages | null; log: App["log"] }

/** What every request gets before anybody looks at it: an id, the headers, one place for faults, one line in the log. */
export const createListener = (
  serve: (req: IncomingMessage, res: ServerResponse, path: string, query: string) => Promise<void>,
  log: App["log"],
  count?: (kind: string, status: number, seconds: number) => void,
): Listener => {
  return async (req, res) => {
    const started = performance.now()
    const id = randomUUID()
    const url = req.url ?? "/"
    const cut = url.indexOf("?")
    const path = cut < 0 ? url : url.slice(0, cut)
    req.headers["x-request-id"] = id
    res.setHeader("x-request-id", id)
    for (const name in securityHeaders) res.setHeader(name, securityHeaders[name]!)
    // its own policy says who may frame it
    if (isFramed(path)) res.removeHeader("x-frame-options")
    // whoever came by https is to come by it again; browsers ignore the word of a plain connection
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

const kindOf = (path: string) =>
  path.startsWith("/api/")
    ? "api"
    : path.startsWith("/view/")
      ? "view"
      : path.startsWith("/download/")
        ? "download"
        : path.startsWith("/_next/") || path.startsWith("/uploads/")
          ? "static"
          : "page"

/** The site of one process: the back end's addresses first, then pages. */
export const createSite = (app: App, { trustedProxies, onStrangeProxy, pages, log }: Options): Listener => {
  const addressOf = clientAddress(trustedProxies, onStrangeProxy)
  const infoOf = (req: IncomingMessage): RequestInfo => ({
    id: String(req.headers["x-request-id"]),
    ip: addressOf(req),
    user_agent: req.headers["user-agent"] ?? "",
    token: bearerOf(req),
    device: cookieOf(req, deviceCookie),
  })
  const tus = createTus(app, infoOf)
  const servePicture = createPictures(app)
  const secure = (req: IncomingMessage) => req.headers["x-forwarded-proto"] === "https" || "encrypted" in req.socket
  const loggedIn = async (req: IncomingMessage): Promise<LoggedIn> => {
    const request = infoOf(req)
    const user = await app.sessions.find(request.token)
    if (!user) throw unauthenticated()
    await requireSiteAccess(app, async () => user)
    return createCtx(app, { user, request })
  }
  const serve = async (req: IncomingMessage, res: ServerResponse, path: string, query: string): Promise<void> => {
    if (path.startsWith("/api/")) {
      if (path.startsWith(tusPath)) {
        await requireSiteAccess(app, () => app.sessions.find(bearerOf(req)))
        return tus.serve(req, res)
      }
      if (path === "/api/v1/upload/document" && req.method === "POST") return serveUpload(await loggedIn(req), req, res)
      const picture = req.method === "POST" ? pictureKindOf(path) : null
      if (picture) return servePictureUpload(app.admit, await loggedIn(req), picture, req, res, query)
      if (path === "/api/v1/document/progress" && req.method === "GET") return serveProgress(await loggedIn(req), req, res)
      if (!path.startsWith("/api/v1/")) throw notFound("没有这个接口")
      return void (await serveApi(app.dispatch, req, res, infoOf(req), path.slice("/api/v1".length), query, secure(req)))
    }
    // what is not a call passes no dispatch: site security stands here for it (pictures excepted, which the login page shows as well)
    const guarded = path.startsWith("/view/") || path.startsWith("/download/") || path === "/sitemap.xml"
    const open = !guarded || (await requireSiteAccess(app, () => app.sessions.find(bearerOf(req) || cookieOf(req, sessionCookie))))
    const view = path.startsWith("/view/") ? serveView(app, req, res, path, query, open) : null
    if (view) return view
    if (path.startsWith("/uploads/")) return servePicture(req, res, path)
    if (path.startsWith("/download/")) return serveDownload(app, req, res, path.slice("/download/".length))
    if (path === "/healthz") return sendJson(res, 200, { status: "ok" })
    if (path === "/sitemap.xml") return serveSitemap(app, req.headers.host ?? "", res, open)
    if (path === "/readyz") return serveReady(app, res)
    if (path === "/metrics") return serveMetrics(app, req, addressOf(req), res)
    if (pages) return pages(req, res, path, query)
    throw notFound()
  }
  return createListener(serve, log, (kind, status, seconds) => app.metrics.requests.observe({ kind, status: String(status) }, seconds))
}

/** Ready while the database answers; a balancer stops sending people here otherwise. */
const serveReady = async (app: App, res: ServerResponse) => {
  const alive =
    !app.stopping() &&
    (await app.database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ))
  sendJson(res, alive ? 200 : 503, { status: alive ? "ready" : "unavailable" })
}

/** What a proxy adds: with one of these the world is asking, also where the configuration names no proxy. */
const forwarding = ["x-forwarded-for", "x-real-ip", "forwarded", "via"]

/** For the machine itself and private monitoring behind it; the world sees nothing. */
const serveMetrics = async (app: App, req: IncomingMessage, address: string, res: ServerResponse) => {
  if (!/^(127\.|::1$)/.test(address) || forwarding.some((name) => req.headers[name])) throw notFound()
  res.writeHead(200, { "content-type": app.metrics.registry.contentType }).end(await app.metrics.registry.metrics())
}
