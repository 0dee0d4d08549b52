import type { IncomingMessage } from "node:http"
import { apiPath } from "../../lib/contract/streams"
import type { App } from "../app"
import { env } from "../env"
import { notFound } from "../errors"
import { serveApi } from "./api"
import { readerOf, requestInfoOf } from "./caller"
import { isSecure } from "./cookies"
import { serveDownload } from "./download"
import { serveMetrics, serveReady } from "./health"
import { serveIndexNowKey } from "./indexnow-key"
import { createOpenApi, openApiPath } from "./openapi"
import { createPictures } from "./pictures"
import { sendJson } from "./send"
import { requireSiteAccess } from "./site-access"
import { serveSitemap } from "./sitemap"
import { serveStream, type Exchange, type FindStream } from "./streams"
import { serveView } from "./view"
import { serveWatermark } from "./watermark"

/**
 * An address of the back end, or with a "/" at its end all that lie below it. Site security stands before a `guarded` one
 * and tells it whether the site is `open` to all, so that shared caches may keep the answer.
 * `null` = this address is a page's after all.
 */
type Endpoint = { path: string; guarded?: true; serve: (exchange: Exchange, open: boolean) => Promise<void> | null }

/** Answers the addresses of the back end, streams first; null for those of pages. `ipOf` finds the person's address. */
export const createEndpoints = (app: App, findStream: FindStream, ipOf: (req: IncomingMessage) => string) => {
  const servePicture = createPictures(app)
  const serveCall = async (exchange: Exchange): Promise<void> => {
    const { req } = exchange
    if (!exchange.path.startsWith(`${apiPath}/`)) throw notFound("没有这个接口")
    const path = exchange.path.slice(apiPath.length)
    await serveApi(app.dispatch, requestInfoOf(req, ipOf(req)), { ...exchange, path }, isSecure(req))
  }
  const endpoints: Endpoint[] = [
    { path: openApiPath, serve: createOpenApi(app.version) },
    { path: "/api/", serve: serveCall },
    { path: "/view/watermark.svg", guarded: true, serve: ({ req, res }) => serveWatermark(app, req, res) },
    { path: "/view/", guarded: true, serve: ({ req, res, path, query }, open) => serveView(app, req, res, path, query, open) },
    // not behind site security: the login page shows pictures too
    { path: "/uploads/", serve: ({ req, res, path }) => servePicture(req, res, path) },
    { path: "/download/", guarded: true, serve: ({ req, res, path }) => serveDownload(app, req, res, path.slice("/download/".length)) },
    ...["/sitemap.xml", "/sitemap/"].map((path): Endpoint => ({
      path,
      guarded: true,
      serve: (exchange, open) => serveSitemap(app, exchange, open),
    })),
    { path: "/healthz", serve: async ({ res }) => sendJson(res, 200, { status: "ok" }) },
    { path: "/readyz", serve: ({ res }) => serveReady(app, res) },
    { path: "/metrics", serve: (exchange) => serveMetrics(app.metrics, exchange, ipOf(exchange.req), env().METRICS_TOKEN) },
  ]
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]))
  return async (exchange: Exchange): Promise<null | void> => {
    const { path, req } = exchange
    const stream = findStream(req.method ?? "GET", path)
    if (stream) return serveStream(app, stream, requestInfoOf(req, ipOf(req)), exchange)
    const endpoint = byPath.get(path) ?? byPath.get(path.slice(0, path.indexOf("/", 1) + 1))
    if (!endpoint) return serveIndexNowKey(app, exchange)
    return endpoint.serve(exchange, !endpoint.guarded || (await requireSiteAccess(app, readerOf(app, req))))
  }
}
