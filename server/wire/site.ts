import { notFound } from "../errors"
import { clientAddress, peerOf, proxyCheck } from "./client-address"
import { refuseAiCrawler } from "./crawler-refusal"
import { type ListenerBackend, createEndpoints } from "./endpoints"
import type { StreamEndpoint } from "../module"
import { streamFinder } from "./streams"
import { createOutageWatch } from "./outage"
import { createListener, type Listener, type Serve } from "./listener"

type Options = {
  trustedProxies: string[]
  onStrangeProxy?: (peer: string) => void
  pages: Serve | null
  log: ListenerBackend["log"]
  accessLog?: boolean
}

/** Creates the site of one process: first the paths of the back end, then `pages` (with static files), if this process serves any. */
export const createSite = (
  app: ListenerBackend & { streams: readonly StreamEndpoint[] },
  { trustedProxies, onStrangeProxy, pages, log, accessLog = false }: Options,
): Listener => {
  const serveBackend = createEndpoints(app, streamFinder(app.streams), clientAddress(trustedProxies, onStrangeProxy))
  const answer: Serve = async (req, res, path, query) => {
    await refuseAiCrawler(app, req, path)
    if ((await serveBackend({ req, res, path, query })) !== null) return
    if (!pages) throw notFound()
    await pages(req, res, path, query)
  }
  const watch = createOutageWatch(app.database.isAnswering)
  const serve: Serve = (req, res, path, query) => {
    const work = answer(req, res, path, query)
    // these answer in time by themselves, and programs read them
    if (path === "/readyz" || path === "/healthz") return work
    if (req.method === "GET" || req.method === "HEAD") return watch(work, () => !res.headersSent)
    return watch(work, () => req.complete && !res.headersSent, true)
  }
  const isProxy = proxyCheck(trustedProxies)
  return createListener(serve, log, (kind, status, seconds) => app.metrics.requests.observe({ kind, status: String(status) }, seconds), {
    ipOf: accessLog ? clientAddress(trustedProxies) : null,
    isProxy: (req) => isProxy(peerOf(req.socket)),
  })
}
