import { provideBackend } from "../../lib/api/backend"
import { callOf } from "../../lib/contract/contract"
import type { Output, Result } from "../../lib/contract/types"
import { clientAddress } from "../http/client-address"
import { createListener, type Listener, type Serve } from "../http/listener"
import { createOpenApi, openApiPath } from "../http/openapi"
import { sendJson } from "../http/send"
import type { Log } from "../log"
import { notFound } from "../errors"
import { ownerOf } from "./passed-on"
import { createRemoteCall, rememberRights } from "./call"
import type { SanitizerPort } from "../ports/sanitizer/sanitizer.port"
import { sanitizeAnswers } from "./sanitized-answers"
import { closedOf } from "./closed"
import { endStreams } from "./answer"
import { illMessage } from "./failures"
import { passOn } from "./forward"

type Options = {
  api: string
  trustedProxies: string[]
  onStrangeProxy: (peer: string) => void
  log: Log
  version: string
  sanitizer: SanitizerPort
}

/** Only the pages run here; everything else is asked of the server named by API_BASE_URL. */
export const startRemote = ({ api, trustedProxies, onStrangeProxy, log, version, sanitizer }: Options) => {
  const addressOf = clientAddress(trustedProxies, onStrangeProxy)
  const origin = new URL(api.replace(/\/api\/v1\/?$/, ""))
  const sanitize = sanitizeAnswers(sanitizer)
  const call = createRemoteCall(origin, sanitize, log)
  const remembered = rememberRights(call)
  provideBackend({ call: (key, input, token) => remembered(key, input, token) as Promise<Result<Output<typeof key>>> })

  const closed = closedOf(call)
  const serveOpenApi = createOpenApi(version)
  /** `pages` answers all other addresses; `changed` is told of every change that somebody made through this process. */
  const listener = (pages: Serve, changed: () => void = () => undefined): Listener =>
    createListener(async (req, res, path, query) => {
      if (path === "/healthz") return sendJson(res, 200, { status: "ok" })
      if (path === "/readyz") {
        const { ok } = await call("GET /settings", {}, "")
        return sendJson(res, ok ? 200 : 503, ok ? { status: "ready" } : { status: "unavailable", message: illMessage })
      }
      // what answers here is this contract, whatever stands behind it
      if (path === openApiPath) return serveOpenApi({ req, res })
      const owner = ownerOf(path)
      if (owner === "ours") return pages(req, res, path, query)
      if (owner === "odd") throw notFound("没有这个地址")
      const key = `${req.method} ${path.replace(/^\/api\/v1/, "")}`
      const known = path.startsWith("/api/v1/") ? callOf(key) : undefined
      await passOn(req, res, {
        origin,
        path,
        query,
        address: addressOf(req),
        known: known ? { key, parse: (body) => known.output.safeParse(body), sanitize } : null,
      })
      if (req.method !== "GET" && path.startsWith("/api/v1/") && known?.access !== "public" && res.statusCode === 200) changed()
    }, log)
  const rest = async () => {
    endStreams()
    await sanitizer.close()
  }
  return { closed, listener, rest }
}
