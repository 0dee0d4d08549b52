import type { IncomingMessage } from "node:http"
import { LRUCache } from "lru-cache"
import { routerRequest } from "./router-headers"

/**
 * A page as the cache asks for it: `key` names the answer, `url` and `headers` are what it is rendered with. A page for `strangers` is
 * the same for everybody who is not logged in; the browser keeps none of it.
 */
export type AskedPage = { key: string; path: string; url: string; headers: Record<string, string>; strangers?: true }

/**
 * A public page: its addresses, the folder of its route below `app/`, and the query parameters that change it with the values that
 * they may have. What else stands in a query is left out; of a page for strangers, which must not forget where they came from, a
 * parameter with another value makes a page of one person.
 */
type PublicPage = { path: RegExp; route: string; query: Record<string, RegExp>; strangers?: true }

const anything = /[^]/
/** As `pageParam` reads it; the first page has no parameter. */
const number = /^(?!1$)[1-9]\d{0,3}$/
const word = /^\w{1,32}$/
const words = /^[\w.,:-]{1,64}$/
const code = /^[\w-]{1,16}$/
/** Filters and order of lists of documents, as `lib/view/library/list/list-state.ts` reads them. */
const list = { ext: word, fee_type: word, language: code, pages: /^\d{1,4}-\d{0,4}$/, duration: word, sort: word, page: number }

/** Where a login leads: one of the site's own pages. */
const ownPlace = /^\/(?!\/)[\w/.-]{0,100}$/
/** A parameter that makes it one person's page whatever it is, as the token of a reset link. */
const personal = /(?!)/
/** Inside of WeChat other ways to log in are offered (`lib/view/people/oauth.ts`). */
const otherEntry = /MicroMessenger/i

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
  { path: /^\/api-docs(\/[a-z]{1,16})?$/, route: "(site)/api-docs/[[...chapter]]", query: {} },
  { path: /^\/404$/, route: "404", query: {} },
  { path: /^\/login$/, route: "(account)/login", query: { redirect: ownPlace }, strangers: true },
  { path: /^\/register$/, route: "(account)/register", query: { redirect: ownPlace }, strangers: true },
  { path: /^\/findpassword$/, route: "(account)/findpassword", query: { token: personal, email: personal }, strangers: true },
  { path: /^\/findpassword-mobile$/, route: "(account)/findpassword-mobile", query: {}, strangers: true },
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

/** Below these addresses there is nothing but public pages; the sections themselves may lead on to another page. */
const sections = /^\/(category|document|embed|article|search|user|joinvip|api-docs|feed|opds)\/[^]/

/** Where the 404 page of the site stands. What it answers is sent with status 404. */
export const unknownAddress = "/404/not-found"

/** An address that no page has: one 404 is kept for all of them. */
export const unknownPage: AskedPage = { key: "404", path: unknownAddress, url: unknownAddress, headers: {} }

/** A redirect: to the address that a router of the browser should have asked for, or for good to the one spelling of a page's. */
export type Moved = { location: string; forGood?: true }

/**
 * The public page of a request, `unknownPage`, a redirect, or null for a page that depends on the person. `isRoute` says whether a
 * page has this address at all.
 */
export const askedPage = (
  req: IncomingMessage,
  path: string,
  query: string,
  isRoute: (path: string) => boolean,
): AskedPage | Moved | null => {
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  const page = publicPages.find((one) => one.path.test(bare))
  if (!page) return sections.test(bare) || !isRoute(path) ? unknownPage : null
  if (bare !== path && !req.headers.rsc && !page.strangers) return { location: query ? `${bare}?${query}` : bare, forGood: true }
  const given = query ? new URLSearchParams(query) : null
  if (page.strangers && otherEntry.test(req.headers["user-agent"] ?? "")) return null
  if (page.strangers && given && Object.entries(page.query).some(([name, allowed]) => isOther(given.get(name), allowed))) return null
  const params = given ? knownParams(page.query, given) : ""
  const strangers = page.strangers && { strangers: page.strangers }
  const url = params ? `${bare}?${params}` : bare
  if (!req.headers.rsc) return { key: `${url} `, path: bare, url, headers: {}, ...strangers }
  const router = routerRequest(req.headers, { path: bare, route: page.route }, given?.get("_rsc") ?? null)
  if ("expected" in router) return { location: `${url}${params ? "&" : "?"}_rsc=${router.expected}` }
  return {
    key: `${url} rsc ${router.digest}`,
    path: bare,
    url: `${url}${params ? "&" : "?"}_rsc=${router.digest}`,
    headers: router.headers,
    ...strangers,
  }
}

/** So many addresses are remembered; longer ones are not. */
const remembered = { addresses: 2_000, letters: 300 }

/**
 * `askedPage`, with what the addresses asked for last are. What their address alone decides is remembered: a search has ten parameters to look at,
 * and most visits ask for what was asked for before.
 */
export const createAskedPages = (isRoute: (path: string) => boolean) => {
  const known = new LRUCache<string, AskedPage>({ max: remembered.addresses })
  return (req: IncomingMessage, path: string, query: string): AskedPage | Moved | null => {
    if (req.headers.rsc !== undefined) return askedPage(req, path, query, isRoute)
    const address = query ? `${path}?${query}` : path
    const before = known.get(address)
    if (before) return before
    const asked = askedPage(req, path, query, isRoute)
    if (asked && !("location" in asked) && !asked.strangers && address.length <= remembered.letters) known.set(address, asked)
    return asked
  }
}

const isOther = (value: string | null, allowed: RegExp) => Boolean(value) && !allowed.test(value!)

const knownParams = (known: PublicPage["query"], given: URLSearchParams): string =>
  Object.entries(known)
    .flatMap(([name, allowed]) => {
      const value = given.get(name)
      return value && allowed.test(value) ? [`${name}=${encodeURIComponent(value)}`] : []
    })
    .join("&")
