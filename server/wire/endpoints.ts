import type { IncomingMessage } from "node:http"
import { extname } from "node:path"
import { apiPath } from "../../lib/contract/streams"
import type { Services } from "../context"
import { env } from "../env"
import { notFound } from "../errors"
import type { Address, HttpExchange } from "../module"
import { serveApi } from "./api"
import { readerOf, requestInfoOf } from "./caller"
import { isSecure } from "./cookies"
import type { Dispatch } from "./dispatch"
import { readMetrics } from "../modules/operations/host/metrics.usecases"
import { metricsToken, serveMetrics, serveReady } from "./health"
import type { Metrics } from "./metrics"
import { createOpenApi, openApiPath } from "./openapi"
import { sendJson } from "./send"
import { requireSiteAccess } from "./site-access"
import { serveStream, type FindStream } from "./streams"

/** The part of the application (`server/app.ts`) that the listener needs. */
export type ListenerBackend = Services & { dispatch: Dispatch; metrics: Metrics; addresses: readonly Address[] }

/** The addresses that every process has: whether it lives, whether it is ready, and its metrics. */
export const healthAddresses = (app: ListenerBackend): Address[] => [
  {
    path: "/healthz",
    create:
      () =>
      async ({ res }) =>
        sendJson(res, 200, { status: "ok" }),
  },
  {
    path: "/readyz",
    create:
      () =>
      ({ res }) =>
        serveReady(app, res),
  },
  {
    path: "/metrics",
    create: () => (exchange) => serveMetrics(() => readMetrics(app), exchange, env().METRICS_TOKEN ?? metricsToken(app.secret)),
  },
]

/** Handles the paths of the back end, streams first; returns null for the paths of pages. `ipOf` returns the visitor's IP address. */
export const createEndpoints = (app: ListenerBackend, findStream: FindStream, ipOf: (req: IncomingMessage) => string) => {
  const serveOpenApi = createOpenApi(app.version)
  const serveCall = async (exchange: HttpExchange): Promise<void> => {
    const { req } = exchange
    if (!exchange.path.startsWith(`${apiPath}/`)) throw notFound("没有这个接口")
    const path = exchange.path.slice(apiPath.length)
    await serveApi(app.dispatch, requestInfoOf(req, ipOf(req)), { ...exchange, path }, isSecure(req))
  }
  const addresses: Address[] = [
    { path: openApiPath, create: () => serveOpenApi },
    { path: "/api/", create: () => serveCall },
    ...healthAddresses(app),
    ...app.addresses,
  ]
  const endpoints = new Map(addresses.map(({ path, guarded, create }) => [path, { guarded, serve: create(app) }]))
  return async (exchange: HttpExchange): Promise<null | void> => {
    const { path, req } = exchange
    const stream = findStream(req.method ?? "GET", path)
    if (stream) return serveStream(app, stream, requestInfoOf(req, ipOf(req)), exchange)
    const endpoint = endpoints.get(path) ?? endpoints.get(path.slice(0, path.indexOf("/", 1) + 1)) ?? endpoints.get(`*${extname(path)}`)
    if (!endpoint) return null
    return endpoint.serve(exchange, !endpoint.guarded || (await requireSiteAccess(app, readerOf(app, req))))
  }
}
