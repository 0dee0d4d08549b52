import { provideBackend } from "../../lib/api/backend"
import { callOf } from "../../lib/contract/contract"
import type { Output, Result } from "../../lib/contract/types"
import { clientAddress } from "../http/client-address"
import { createListener, type Listener, type Serve } from "../http/listener"
import { createOpenApi, openApiPath } from "../http/openapi"
import { sendJson } from "../http/send"
import type { Log } from "../log"
import { createRemoteCall, rememberRights } from "./call"
import { closedOf } from "./closed"
import { endStreams, passOn } from "./forward"

type Options = { api: string; trustedProxies: string[]; onStrangeProxy: (peer: string) => void; log: Log; version: string }

/** Addresses that are passed on to the remote server; all others are our pages. */
const passedOn = /^\/(api\/v1|view|download|uploads|callback|sitemap)(\/|\.xml|$)/

/** Only the pages run here; everything else is asked of the server named by API_BASE_URL. */
export const startRemote = ({ api, trustedProxies, onStrangeProxy, log, version }: Options) => {
  const addressOf = clientAddress(trustedProxies, onStrangeProxy)
  const origin = new URL(api.replace(/\/api\/v1\/?$/, ""))
  const call = createRemoteCall(origin, log)
  const remembered = rememberRights(call)
  provideBackend({ call: (key, input, token) => remembered(key, input, token) as Promise<Result<Output<typeof key>>> })

  const closed = closedOf(call)
  const serveOpenApi = createOpenApi(version)
  const listener = (pages: Serve): Listener =>
    createListener(async (req, res, path, query) => {
      if (path === "/healthz") return sendJson(res, 200, { status: "ok" })
      if (path === "/readyz") return closed().then(() => sendJson(res, 200, { status: "ready" }))
      // what answers here is this contract, whatever stands behind it
      if (path === openApiPath) return serveOpenApi({ req, res })
      if (!passedOn.test(path)) return pages(req, res, path, query)
      const key = `${req.method} ${path.replace(/^\/api\/v1/, "")}`
      const known = path.startsWith("/api/v1/") ? callOf(key) : undefined
      // overwritten: a visitor's header must not reach a server that trusts this one
      req.headers["x-forwarded-for"] = addressOf(req)
      await passOn(origin, req, res, known ? { key, parse: (body) => callOf(key)!.output.safeParse(body) } : null)
    }, log)
  const rest = async () => endStreams()
  return { closed, listener, rest }
}
