import { provideBackend } from "@/lib/api/backend"
import { callOf } from "../../lib/contract/contract"
import { streams } from "../../lib/contract/streams"
import type { Key, Output, Result } from "../../lib/contract/types"
import { clientAddress } from "../wire/client-address"
import { bearerOf, sessionOf } from "../wire/cookies"
import { createListener, type Listener, type Serve } from "../wire/listener"
import { createOpenApi, openApiPath } from "../wire/openapi"
import { sendJson } from "../wire/send"
import type { Log } from "../security/log"
import { notFound, notOffered } from "../errors"
import { framePath } from "../../lib/rules/site/advertisement-frame"
import { createAdFrame } from "./ad-frame"
import { answerCall, askFor } from "./browser-call"
import { createDetection } from "./detect"
import { RemoteRefusal, type Dialect, type DialectName } from "./dialect"
import { createPageAddresses } from "./page-addresses"
import { createTransport, hasAddress, originOf } from "./transport"
import { ownerOf } from "./passed-on"
import { createRemoteCall, rememberRights } from "./call"
import { isRecorded, isSearch, searchingAs } from "./recorded-searches"
import type { SanitizerPort } from "../ports/sanitizer/sanitizer.port"
import { sanitizeAnswers } from "./sanitized-answers"
import { closedOf } from "./closed"
import { endStreams, sendFailure } from "./answer"
import { ill, illMessage } from "./failures"
import { passOn } from "./forward"
import { sendMissingCover } from "./missing-cover"
import { withPageChrome } from "./page-chrome"
import { asksForSitemap, createSitemap } from "./sitemap"

type Options = {
  api: string
  /** The server's dialect as set by the operator; detected if not set. */
  dialect?: DialectName
  trustedProxies: string[]
  onStrangeProxy: (peer: string) => void
  log: Log
  version: string
  sanitizer: SanitizerPort
}

/** Runs only the pages here. Everything else is requested from the server at API_BASE_URL, in its dialect. */
export const startRemote = ({ api, dialect: dialectName, trustedProxies, onStrangeProxy, log, version, sanitizer }: Options) => {
  const addressOf = clientAddress(trustedProxies, onStrangeProxy)
  const origin = originOf(api)
  const sanitize = sanitizeAnswers(sanitizer)
  const send = createTransport(origin)
  const dialectOf = createDetection(send, dialectName, (error) => log.warn({ error: String(error) }, "还不知道后端是哪一种，下次请求再问"))
  const { learn, remotePath } = createPageAddresses((path) => hasAddress(origin, path))
  const call = createRemoteCall({ send, dialectOf, sanitize, log, learn })
  const remembered = withPageChrome(rememberRights(call))
  provideBackend({ call: (key, input, token) => remembered(key, input, token) as Promise<Result<Output<typeof key>>> })

  const { closed, forget: forgetClosed } = closedOf(call)
  const rendersEachVisit = async (url: string) => isSearch(url) && isRecorded(await dialectOf())
  const serveSitemap = createSitemap(call)
  // the only place where their scripts may run
  const serveFrame = createAdFrame(createRemoteCall({ send, dialectOf, sanitize: () => Promise.resolve(), log, learn }))
  const serveOpenApi = createOpenApi(version)
  /** `pages` answers all other addresses; `changed` is called for every change that a user makes through this process. */
  const listener = (pages: Serve, changed: () => void = () => undefined): Listener =>
    createListener(async (req, res, path, query) => {
      if (path === "/healthz") return sendJson(res, 200, { status: "ok" })
      if (path === "/readyz") {
        const { ok } = await call("GET /settings", {}, "")
        return sendJson(res, ok ? 200 : 503, ok ? { status: "ready" } : { status: "unavailable", message: illMessage })
      }
      // This site answers with its own contract, regardless of the server behind it.
      if (path === openApiPath) return serveOpenApi({ req, res })
      if (path.startsWith(framePath)) return serveFrame({ req, res, path })
      const owner = ownerOf(path)
      if (owner === "ours") {
        if (!(await rendersEachVisit(`${path}?${query}`))) return pages(req, res, path, query)
        const visitor = { token: sessionOf(req), forwardedFor: addressOf(req), userAgent: req.headers["user-agent"] }
        return searchingAs(visitor, () => pages(req, res, path, query))
      }
      if (owner === "odd") throw notFound("没有这个地址")
      const dialect = await dialectOf()
      if (!dialect) return sendFailure(req, res, ill())
      if (dialect.translated && asksForSitemap(req, path)) {
        if (!(await serveSitemap(req, res, path))) sendFailure(req, res, ill())
        return
      }
      const key = `${req.method} ${path.replace(/^\/api\/v1/, "")}`
      const contractCall = path.startsWith("/api/v1/") ? callOf(key) : undefined
      const visitor = addressOf(req)
      if (contractCall && dialect.translated) {
        await answerCall({ req, res, key: key as Key, query }, { dialect, send, sanitize, visitor, log, learn })
      } else {
        if (isAbsentStream(dialect, key)) throw notOffered()
        const token = bearerOf(req) || sessionOf(req) || ""
        const ask = askFor(send, { token, forwardedFor: visitor }, log)
        const at = dialect.translated && path.startsWith("/view/") ? await remotePath(path, ask).catch(unlessRefused) : path
        if (at === undefined) return sendFailure(req, res, ill())
        if (at === null && path.startsWith("/view/cover/")) return sendMissingCover(res)
        if (at === null) throw notFound("文档不存在")
        const parse = contractCall && ((body: unknown) => contractCall.output.safeParse(body))
        await passOn(req, res, { origin, path: at, query, address: visitor, contractCall: parse ? { key, parse, sanitize } : null })
      }
      if (req.method !== "GET" && path.startsWith("/api/v1/") && contractCall?.access !== "public" && res.statusCode === 200) {
        if (key === "PUT /config") forgetClosed()
        changed()
      }
    }, log)
  const rest = async () => {
    endStreams()
    await sanitizer.close()
  }
  return { closed, listener, rest, dialectOf, rendersEachVisit }
}

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof RemoteRefusal)) throw error
}

/** Checks whether the path is a stream that the server lacks, at its own address or below it. */
const isAbsentStream = (dialect: Dialect, key: string): boolean => {
  const [method, path = ""] = key.split(" ")
  return Object.entries(dialect.streams).some(([stream, has]) => {
    const [ownMethod, ownPath] = stream.split(" ") as [string, string]
    const below = "below" in streams[stream as keyof typeof streams]
    return !has && (below ? path === ownPath || path.startsWith(`${ownPath}/`) : method === ownMethod && path === ownPath)
  })
}
