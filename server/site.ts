import type { App } from "./app"
import { notFound } from "./errors"
import { clientAddress } from "./http/client-address"
import { createEndpoints } from "./http/endpoints"
import { streamFinder } from "./http/streams"
import { createListener, type Listener, type Serve } from "./http/listener"
import { endpointsOf } from "./module"
import { modules } from "./modules"

type Options = { trustedProxies: string[]; onStrangeProxy?: (peer: string) => void; pages: Serve | null; log: App["log"] }

/** The site of one process: the back end's addresses first, then `pages` (with static files), where this process has any. */
export const createSite = (app: App, { trustedProxies, onStrangeProxy, pages, log }: Options): Listener => {
  const serveBackend = createEndpoints(app, streamFinder(endpointsOf(modules)), clientAddress(trustedProxies, onStrangeProxy))
  const serve: Serve = async (req, res, path, query) => {
    if ((await serveBackend({ req, res, path, query })) !== null) return
    if (!pages) throw notFound()
    await pages(req, res, path, query)
  }
  return createListener(serve, log, (kind, status, seconds) => app.metrics.requests.observe({ kind, status: String(status) }, seconds))
}
