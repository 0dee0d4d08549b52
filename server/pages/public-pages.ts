import type { IncomingMessage } from "node:http"
import { LRUCache } from "lru-cache"
import { routerRequest } from "./router-headers"

/**
 * A request for a public page. `key` is its cache key; `url` and `headers` are what it is rendered with. An `anonymousOnly` page, like
 * the login, is the same for all anonymous visitors, and browsers must not store it.
 */
export type PageRequest = { key: string; path: string; url: string; headers: Record<string, string>; anonymousOnly?: true }

/**
 * A public page: its addresses, the folder of its route below `app/`, and the query parameters that belong to the cache key, with
 * their allowed values. Any other parameter or value is dropped. An `anonymousOnly` page with another value is rendered for the visitor
 * alone, because a login must not lose its return address.
 */
type PublicPage = { path: RegExp; route: string; query: Record<string, RegExp>; anonymousOnly?: true }

const anything = /[^]/
/** The format that `pageParam` reads. The first page has no parameter. */
const number = /^(?!1$)[1-9]\d{0,3}$/
const word = /^\w{1,32}$/
const words = /^[\w.,:-]{1,64}$/
const code = /^[\w-]{1,16}$/
/** Filters and sort order of document lists, in the format of `lib/view/library/list/list-state.ts`. */
const list = { ext: word, fee_type: word, language: code, pages: /^\d{1,4}-\d{0,4}$/, duration: word, sort: word, page: number }

/** The return address of a login: a page of this site. */
const returnPath = /^\/(?!\/)[\w/.-]{0,100}$/
/** Matches no value, so the parameter always prevents caching. Used for example for the token of a reset link. */
const personal = /(?!)/
/** Inside WeChat the login page offers other login methods (`lib/view/people/oauth.ts`). */
const wechatBrowser = /MicroMessenger/i

export const publicPages: PublicPage[] = [
  { path: /^\/$/, route: "(site)", query: {} },
  { path: /^\/category(\/\d+)?$/, route: "(site)/category/[[...id]]", query: { ...list, sub: number } },
  { path: /^\/document\/[0-9a-zA-Z]+$/, route: "(site)/document/[[...id]]", query: {} },
  { path: /^\/embed\/[0-9a-zA-Z]+$/, route: "embed/[id]", query: {} },
  {
    path: /^\/article(\/[\w-]+)?$/,
    route: "(site)/article/[[...id]]",
    query: { page: number, category_id: words, tab: /^popular$/, is_notice: /^(1|true)$/ },
  },
  { path: /^\/search$/, route: "(site)/search", query: { wd: anything, type: /^(1|-1)$/, category_id: /^\d{1,12}$/, ...list } },
  { path: /^\/user\/\d+(\/(document|article))?$/, route: "(site)/user/[id]/[[...tab]]", query: { page: number } },
  { path: /^\/joinvip$/, route: "(site)/joinvip", query: {} },
  { path: /^\/complaint$/, route: "(site)/complaint", query: {} },
  { path: /^\/transparency$/, route: "(site)/transparency", query: {} },
  { path: /^\/api-docs(\/[a-z]{1,16})?$/, route: "(site)/api-docs/[[...chapter]]", query: {} },
  { path: /^\/404$/, route: "404", query: {} },
  { path: /^\/login$/, route: "(account)/login", query: { redirect: returnPath }, anonymousOnly: true },
  { path: /^\/register$/, route: "(account)/register", query: { redirect: returnPath }, anonymousOnly: true },
  { path: /^\/findpassword$/, route: "(account)/findpassword", query: { token: personal, email: personal }, anonymousOnly: true },
  { path: /^\/findpassword-mobile$/, route: "(account)/findpassword-mobile", query: {}, anonymousOnly: true },
  { path: /^\/feed(\/(category|user)\/\d{1,15})?\/(rss|atom)\.xml$/, route: "feed/[...place]", query: {} },
  {
    path: /^\/opds\/((index|newest|popular|recommended|category\/\d{1,15}|search)\.(xml|json)|opensearch\.xml)$/,
    route: "opds/[...place]",
    query: { wd: anything, page: number },
  },
  { path: /^\/categories\.json$/, route: "categories.json", query: {} },
  { path: /^\/robots\.txt$/, route: "robots.txt", query: {} },
  { path: /^\/opensearch\.xml$/, route: "opensearch.xml", query: {} },
]

/** Everything below these paths is a public page or a 404. The section path itself may be a route that redirects. */
const sections = /^\/(category|document|embed|article|search|user|joinvip|api-docs|feed|opds)\/[^]/

/** The address of the site's 404 page. Its answer is sent with status 404. */
export const unknownAddress = "/404/not-found"

/** All addresses without a page share this one cached 404. */
export const unknownPage: PageRequest = { key: "404", path: unknownAddress, url: unknownAddress, headers: {} }

/**
 * A redirect to the address that the browser's router should have requested, or a permanent one to the canonical spelling of an address.
 */
export type Redirect = { location: string; isPermanent?: true }

/**
 * Returns the requested public page, `unknownPage`, a redirect, or null if the page depends on the user. `isRoute` reports whether
 * any page has this address.
 */
export const resolvePage = (
  req: IncomingMessage,
  path: string,
  query: string,
  isRoute: (path: string) => boolean,
): PageRequest | Redirect | null => {
  const canonical = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  const page = publicPages.find((one) => one.path.test(canonical))
  if (!page) return sections.test(canonical) || !isRoute(path) ? unknownPage : null
  if (canonical !== path && !req.headers.rsc && !page.anonymousOnly)
    return { location: query ? `${canonical}?${query}` : canonical, isPermanent: true }
  const params = query ? new URLSearchParams(query) : null
  if (page.anonymousOnly && wechatBrowser.test(req.headers["user-agent"] ?? "")) return null
  if (page.anonymousOnly && params && Object.entries(page.query).some(([name, allowed]) => isForeign(params.get(name), allowed)))
    return null
  const search = params ? keyParams(page.query, params) : ""
  const anonymousOnly = page.anonymousOnly && { anonymousOnly: page.anonymousOnly }
  const url = search ? `${canonical}?${search}` : canonical
  if (!req.headers.rsc) return { key: `${url} `, path: canonical, url, headers: {}, ...anonymousOnly }
  const router = routerRequest(req.headers, { path: canonical, route: page.route }, params?.get("_rsc") ?? null)
  if ("expected" in router) return { location: `${url}${search ? "&" : "?"}_rsc=${router.expected}` }
  return {
    key: `${url} rsc ${router.digest}`,
    path: canonical,
    url: `${url}${search ? "&" : "?"}_rsc=${router.digest}`,
    headers: router.headers,
    ...anonymousOnly,
  }
}

const memo = { addresses: 2_000, maxLength: 300 }

/** Memoizes `resolvePage` for results that depend on the address alone: a search has ten parameters to check, and most visits repeat. */
export const createPageResolver = (isRoute: (path: string) => boolean) => {
  const results = new LRUCache<string, PageRequest>({ max: memo.addresses })
  return (req: IncomingMessage, path: string, query: string): PageRequest | Redirect | null => {
    if (req.headers.rsc !== undefined) return resolvePage(req, path, query, isRoute)
    const address = query ? `${path}?${query}` : path
    const previous = results.get(address)
    if (previous) return previous
    const page = resolvePage(req, path, query, isRoute)
    if (page && !("location" in page) && !page.anonymousOnly && address.length <= memo.maxLength) results.set(address, page)
    return page
  }
}

const isForeign = (value: string | null, allowed: RegExp) => Boolean(value) && !allowed.test(value!)

const keyParams = (query: PublicPage["query"], params: URLSearchParams): string =>
  Object.entries(query)
    .flatMap(([name, allowed]) => {
      const value = params.get(name)
      return value && allowed.test(value) ? [`${name}=${encodeURIComponent(value)}`] : []
    })
    .join("&")
