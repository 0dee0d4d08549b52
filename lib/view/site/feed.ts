import { xmlHead, xmlText as x } from "../../rules/xml"

/** `path` is the item's page; `at` when it was published, `changed` when it last changed, both RFC 3339. */
export type FeedItem = { title: string; summary: string; path: string; author: string; at: string; changed: string }
/** A feed. `home` is the page with the same content, `self` the URL of the feed in each format. */
export type Feed = { title: string; description: string; home: string; self: Record<FeedFormat, string>; items: FeedItem[] }
export type FeedFormat = "rss" | "atom"

export const feedFormats: readonly FeedFormat[] = ["rss", "atom"]
export const feedTypes: Record<FeedFormat, string> = { rss: "application/rss+xml", atom: "application/atom+xml" }

/** The scope of a feed: the site, a category or a user. */
export type FeedScope = { kind: "site" } | { kind: "category" | "user"; id: number }

export const feedPath = (feedPlace: FeedScope, format: FeedFormat): string =>
  `/feed${feedPlace.kind === "site" ? "" : `/${feedPlace.kind}/${feedPlace.id}`}/${format}.xml`

/** Parses the path segments after `/feed/`; null if no feed has this path. */
export const feedOf = (segments: string[]): { place: FeedScope; format: FeedFormat } | null => {
  const file = segments.at(-1) ?? ""
  const format = feedFormats.find((one) => file === `${one}.xml`)
  if (!format) return null
  const [kind = "", id = "", ...rest] = segments.slice(0, -1)
  if (!kind) return { place: { kind: "site" }, format }
  const listKind = kind === "category" || kind === "user" ? kind : null
  return listKind && rest.length === 0 && /^[1-9]\d{0,14}$/.test(id) ? { place: { kind: listKind, id: Number(id) }, format } : null
}

/** The maximum number of items, newest first. */
const maxItems = 30

export const newestFirst = (items: FeedItem[]): FeedItem[] =>
  items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, maxItems)

const latest = (items: FeedItem[]): string => items.map((item) => item.changed || item.at).reduce((a, b) => (a > b ? a : b), "")

/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
const rss = ({ title, description, home, self, items }: Feed, origin: string): string => {
  const at = latest(items)
  const item = (one: FeedItem) =>
    `<item><title>${x(one.title)}</title><link>${x(origin + one.path)}</link><guid isPermaLink="true">${x(origin + one.path)}</guid>` +
    `${one.summary ? `<description>${x(one.summary)}</description>` : ""}${one.author ? `<dc:creator>${x(one.author)}</dc:creator>` : ""}` +
    `<pubDate>${new Date(one.at).toUTCString()}</pubDate></item>\n`
  return (
    `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>\n` +
    `<title>${x(title)}</title><link>${x(origin + home)}</link><description>${x(description || title)}</description><language>zh-CN</language>` +
    `<atom:link href="${x(origin + self.rss)}" rel="self" type="${feedTypes.rss}"/>${at ? `<lastBuildDate>${new Date(at).toUTCString()}</lastBuildDate>` : ""}\n` +
    `${items.map(item).join("")}</channel></rss>\n`
  )
}

/** Atom (RFC 4287). */
const atom = ({ title, description, home, self, items }: Feed, origin: string): string => {
  const entry = (one: FeedItem) =>
    `<entry><id>${x(origin + one.path)}</id><title>${x(one.title)}</title><link rel="alternate" type="text/html" href="${x(origin + one.path)}"/>` +
    `<published>${x(one.at)}</published><updated>${x(one.changed || one.at)}</updated><author><name>${x(one.author || title)}</name></author>` +
    `${one.summary ? `<summary>${x(one.summary)}</summary>` : ""}</entry>\n`
  return (
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">\n<id>${x(origin + self.atom)}</id><title>${x(title)}</title>` +
    `${description ? `<subtitle>${x(description)}</subtitle>` : ""}<updated>${x(latest(items) || "1970-01-01T00:00:00Z")}</updated>` +
    `<link rel="self" type="${feedTypes.atom}" href="${x(origin + self.atom)}"/><link rel="alternate" type="text/html" href="${x(origin + home)}"/>\n` +
    `${items.map(entry).join("")}</feed>\n`
  )
}

export const feedText: Record<FeedFormat, (feed: Feed, origin: string) => string> = { rss, atom }
