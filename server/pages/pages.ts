import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { provideParts } from "@/lib/api/drawn-parts"
import { faultOf, unavailable } from "../errors"
import { compress, compressFor, send } from "../wire/compressed"
import { isFramed } from "../wire/headers"
import { createCrawlerLimits } from "./crawler-limits"
import { createPageCache, type PageCache } from "./page-cache"
import { createPageDisk } from "./page-disk"
import type { PageProvenance } from "./page-provenance"
import { createPageResolver, unknownPage, type Redirect } from "./public-pages"
import { createRender, forEverybody, tooManyPages, type RenderPage } from "./render"
import { currentRendering } from "./rendering"
import { createRenderLimits, type RenderLimit } from "./render-limits"
import { builtRoutes } from "./routes-manifest"
import { createStaticFiles } from "./static-files"
import { sessionOf, visitorCookieOf } from "../wire/cookies"
import { sendFault } from "../wire/send"
import type { Serve } from "../wire/listener"
import { visitorHeaders } from "./visitor-headers"

type Options = {
  root: string
  next: Promise<NextHandler>
  megabytes: number
  listSeconds: () => number
  itemSeconds: () => number
  /** the disk tier of the page cache; null for memory only */
  disk: { folder: string; megabytes: number; version: string; onError: (error: unknown) => void } | null
  /** ties pages on disk to the database; without it a page is valid only in processes that were already running when it was rendered */
  provenance?: PageProvenance | null
  /** the age at which a public page expires if no changes are announced */
  maxAgeSeconds?: number
  /** whether the address once was a public page: its 404 becomes a 410 */
  isGone?: (path: string) => Promise<boolean>
  /** true while the site requires a login: every page then passes the guards and is not cached */
  closed: () => Promise<boolean>
  /** true for the address of a public page that is not cached: it is rendered for each visit, in the form that all visitors receive */
  rendersEachVisit?: (url: string) => Promise<boolean>
  /** whether a CDN may keep the pages of documents, articles and users */
  mayCdnKeep?: () => Promise<boolean>
  count: (result: "hit" | "stale" | "disk" | "miss" | "private") => void
  limit: RenderLimit
  /** the key of the rendering limit that a request counts against: the user's, or that of the visitor's network */
  personOf: (req: IncomingMessage) => Promise<string | null>
  networkOf: (req: IncomingMessage) => string
  /** how many renders one crawler may cause a minute, 0 = unlimited */
  crawlerPagesPerMinute: () => Promise<number>
}
export type Front = {
  pages: Serve
  cache: Pick<PageCache, "invalidate" | "acceptEarlierPages">
}

/** How long a page waits for the check whether the site has been closed (ms). */
const closedMs = 400

/** Minimum free disk space (bytes) for writing a page. It exceeds the reserve for uploads, so the cache never takes their space. */
const reserve = 3 * 1024 ** 3

/** Identifies build, version and database. Pages of another generation look different or contain other data. */
const generationOf = ({ root, disk, provenance }: Options): string =>
  createHash("sha256")
    .update(`${readFileSync(join(root, ".next", "BUILD_ID"), "utf8")} ${disk!.version} ${provenance?.databaseId ?? ""}`)
    .digest("hex")
    .slice(0, 16)

/** The input of a rendering. */
type RenderSource = { url: string; headers: Record<string, string> }
const forVisitor = (req: IncomingMessage): RenderSource => ({ url: req.url ?? "/", headers: visitorHeaders(req.headers) })
const forAll = ({ url, headers }: RenderSource): RenderSource => ({ url, headers: { ...headers, [forEverybody]: "1" } })

/** Checks whether the visitor may see more than anonymous users: with a session, or by a share link. */
const isSomebody = (req: IncomingMessage): boolean => Boolean(sessionOf(req) || visitorCookieOf(req))

/** Checks whether a program requests a page only to check that it is available. */
const prefersJson = ({ headers: { accept = "" } }: IncomingMessage) => accept.includes("json") && !accept.includes("text/html")
const sendNoBackend = (res: ServerResponse) => sendFault(res, { ...faultOf(unavailable("后端暂时没有回应，请稍后再试", 5)), status: 502 })

const redirect = (res: ServerResponse, { location, isPermanent }: Redirect) =>
  void res.writeHead(isPermanent ? 301 : 307, { location, "cache-control": isPermanent ? "public, max-age=3600" : "no-store" }).end()

type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Loads Next, which takes a second or two. It needs no database, so a start does it while the database starts. */
export const prepareNext = async ({ root, port }: { root: string; port: number }): Promise<NextHandler> => {
  // imported here: the back end of `npm run dev` starts without it
  const { default: next } = await import("next")
  const app = next({ dir: root, hostname: "localhost", port, quiet: true })
  await app.prepare()
  const handle = app.getRequestHandler()
  return (req, res) => handle(req, res)
}

/** Next, with static files and the page cache in front of it. */
export const createFront = async (options: Options): Promise<Front> => {
  const handle = await options.next
  provideParts(() => currentRendering()?.parts)
  const draw = createRender(handle)
  let inFlight = 0
  const render: RenderPage = async (url, headers) => {
    inFlight += 1
    const page = await draw(url, headers).finally(() => (inFlight -= 1))
    return page.status === 404 && (await options.isGone?.(url.split("?")[0]!)) ? { ...page, status: 410 } : page
  }
  const atMost = (seconds: () => number) => () => Math.min(seconds(), options.maxAgeSeconds ?? Number.POSITIVE_INFINITY)
  const disk =
    options.disk && options.megabytes > 0 ? createPageDisk({ ...options.disk, generation: generationOf(options), reserve }) : null
  void disk?.removeOtherGenerations()
  const cache = createPageCache({
    ...options,
    listSeconds: atMost(options.listSeconds),
    itemSeconds: atMost(options.itemSeconds),
    disk,
    snapshotXmin: options.provenance?.snapshotXmin,
    render: (url, headers) => render(url, { ...headers, [forEverybody]: "1" }),
  })
  const statics = createStaticFiles(options.root)

  const resolvePage = createPageResolver(builtRoutes(options.root))
  const limits = createRenderLimits(options.limit)
  const crawlers = createCrawlerLimits(() => inFlight)
  let pagesPerMinute = 0
  const refreshLimit = async () => void (pagesPerMinute = await options.crawlerPagesPerMinute().catch(() => pagesPerMinute))
  /** Revalidations of a stored page, and renders without a session. */
  const mayRenderFor = (req: IncomingMessage): boolean => {
    // a visitor may call itself any crawler, so the limit of its network counts as well
    const mayAsCrawler = crawlers.mayRender(req.headers["user-agent"] ?? "", pagesPerMinute) ?? true
    return mayAsCrawler && limits.mayRender(options.networkOf(req))
  }
  const mayRender = async (req: IncomingMessage) => {
    const person = await options.personOf(req)
    if (person) return limits.mayRender(person)
    await refreshLimit()
    return mayRenderFor(req)
  }
  const tooMany = compress(
    429,
    { ...tooManyPages.headers, "content-type": tooManyPages.type, "cache-control": "no-store" },
    tooManyPages.body,
  )

  /** Renders a page without caching it: for the requesting user, or from another source. */
  const renderFor = async (req: IncomingMessage, res: ServerResponse, { url, headers } = forVisitor(req)) => {
    if (!(await mayRender(req))) return send(await tooMany, req, res)
    options.count("private")
    const { status, type, headers: pageHeaders, body } = await render(url, headers)
    if (status === 502 && prefersJson(req)) return sendNoBackend(res)
    send(await compressFor(req, status, { ...pageHeaders, "content-type": type, "cache-control": "private, no-store" }, body), req, res)
  }

  // Read for every page: refreshed when settings change, and every second as a safety net.
  let closed = { until: 0, value: false, isKnown: false }
  const askClosed = async () => {
    const answer = { until: Date.now() + 1_000, value: false, isKnown: true }
    const before = closed
    const reply = options.closed()
    // while the database is silent, cached pages are served as before
    answer.value = await (before.isKnown
      ? Promise.race([reply.catch(() => before.value), pause(closedMs, before.value, { ref: false })])
      : reply)
    // a change in the meantime has invalidated this answer
    if (closed === before) closed = answer
    return answer.value
  }
  const invalidate: PageCache["invalidate"] = (what, id, owner) => {
    closed = { until: 0, value: false, isKnown: false }
    cache.invalidate(what, id, owner)
  }

  const pages: Serve = async (req, res, path, query) => {
    const file = statics(req, res, path)
    if (typeof file === "boolean" ? file : await file) return
    if (req.method !== "GET" && req.method !== "HEAD")
      return (await mayRender(req)) ? void (await handle(req, res)) : send(await tooMany, req, res)
    const request = resolvePage(req, path, query)
    if (!request || (closed.until > Date.now() ? closed.value : await askClosed())) return renderFor(req, res)
    if (options.megabytes === 0) return renderFor(req, res, isSomebody(req) ? undefined : forAll(forVisitor(req)))
    if ("anonymousOnly" in request && sessionOf(req)) return renderFor(req, res)
    if ("location" in request) return redirect(res, request)
    if (options.rendersEachVisit && (await options.rendersEachVisit(request.url))) return renderFor(req, res, forAll(request))
    const answer = cache.lookup(
      request,
      () => mayRenderFor(req),
      () => mayRender(req),
    )
    const page = answer instanceof Promise ? await answer : answer
    if (!page) return send(await tooMany, req, res)
    // private content is a 404 in the cache: with a session, or an open share link, it is rendered for the visitor, except inside a frame
    if (page.notFound && request !== unknownPage && !isFramed(path) && isSomebody(req)) return renderFor(req, res)
    if (page.status === 502 && prefersJson(req)) return sendNoBackend(res)
    cache.send(page, req, res)
  }
  return { pages, cache: { ...cache, invalidate } }
}
