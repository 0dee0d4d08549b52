import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { LRUCache } from "lru-cache"
import { ContentKind } from "../../lib/contract/library/content.enums"
import { DocumentStatus } from "../../lib/contract/library/document.enums"
import type { Key, Output, Result } from "../../lib/contract/types"
import { originOf, paths } from "../../lib/rules/path"
import { notFound } from "../errors"
import { partClosing, partOpening, sitemapIndex, urlLine } from "../modules/site/sitemap/sitemap.rules"
import { compress, send } from "../wire/compressed"
import type { RemoteCall } from "./call"

/* The sitemap in front of an existing server, made from its lists when a search engine asks: its own names other addresses, if it has one. */

const gz = promisify(gzip)
type Line = { path: string; at: string | null }
type Page = { total: number; lines: Line[] }
type ReadPage = (call: Ask, page: number) => Promise<Page | null>
type Ask = <K extends Key>(key: K, input: object) => Promise<Output<K> | null>

/** Visitors get at most this many rows at once. */
const pageSize = 24
/** Pages that are read at the same time, which divide a part. */
const atOnce = 4
const pagesPerPart = 12 * atOnce
const cachedMs = 3_600_000
/** More parts than any site has. */
const maxParts = 2_000
/** All cached lines, of about 100 bytes each. */
const maxLines = 200_000

const kinds: Record<string, ReadPage> = {
  documents: async (ask, page) => {
    const status = [DocumentStatus.converted]
    const reply = await ask("GET /document/list", { page, size: pageSize, order: "id asc", status, field: ["id", "uuid", "updated_at"] })
    return reply && { total: reply.total, lines: reply.document.map((row) => ({ path: paths.document(row.uuid), at: row.updated_at })) }
  },
  articles: async (ask, page) => {
    const reply = await ask("GET /article/list", { page, size: pageSize, order: "id asc" })
    return reply && { total: reply.total, lines: reply.article.map((row) => ({ path: paths.article(row.identifier), at: row.updated_at })) }
  },
}

/** The pages without a list, and the categories, which are read all at once. */
const readFixed = async (ask: Ask): Promise<Line[] | null> => {
  const reply = await ask("GET /category/list", { page: 1, size: 10_000, type: [ContentKind.document] })
  const fixed = [paths.home, paths.category(), paths.article()]
  return reply && [...fixed, ...reply.category.filter(({ enable }) => enable).map(({ id }) => paths.category(id))].map(lineOf)
}
const lineOf = (path: string): Line => ({ path, at: null })

const readPart = async (ask: Ask, kind: string, part: number): Promise<Line[] | null> => {
  const lines: Line[] = []
  const first = (part - 1) * pagesPerPart + 1
  for (let page = first; page < first + pagesPerPart; page += atOnce) {
    const pages = await Promise.all(Array.from({ length: atOnce }, (_, more) => kinds[kind]!(ask, page + more)))
    for (const one of pages) {
      if (!one) return null
      lines.push(...one.lines)
    }
    if (pages.some((one) => one!.lines.length < pageSize)) break
  }
  return lines
}

const partName = /^\/sitemap\/(pages|(documents|articles)-([1-9]\d{0,4}))\.xml\.gz$/
const isSitemap = (path: string): boolean => path === "/sitemap.xml" || path.startsWith("/sitemap/")

/**
 * Creates the answers to `/sitemap.xml` and its parts. Returns null for other paths, and false if the server did not answer. Each part is
 * read once, however many ask for it, and cached for an hour.
 */
export const createSitemap = (call: RemoteCall) => {
  const ask = (async (key: Key, input: object) => {
    const reply = (await call(key, input, "")) as Result<unknown>
    return reply.ok ? reply.data : null
  }) as Ask
  const cache = new LRUCache<string, Line[]>({ maxSize: maxLines, sizeCalculation: (lines) => lines.length + 1, ttl: cachedMs })
  const running = new Map<string, Promise<Line[] | null>>()

  const readOnce = async (name: string, read: () => Promise<Line[] | null>): Promise<Line[] | null> => {
    const cached = cache.get(name)
    if (cached) return cached
    const reading = running.get(name) ?? read().finally(() => running.delete(name))
    running.set(name, reading)
    const lines = await reading
    if (lines) cache.set(name, lines)
    return lines
  }
  const readIndex = async (): Promise<Line[] | null> => {
    const totals = await Promise.all(Object.entries(kinds).map(async ([kind, read]) => ({ kind, first: await read(ask, 1) })))
    if (totals.some(({ first }) => !first)) return null
    const parts = totals.flatMap(({ kind, first }) =>
      Array.from({ length: Math.min(maxParts, Math.ceil(first!.total / (pageSize * pagesPerPart))) }, (_, part) => `${kind}-${part + 1}`),
    )
    return ["pages", ...parts].map(lineOf)
  }

  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> => {
    const settings = await ask("GET /settings", {})
    if (!settings) return false
    const [, name = "", kind = "", part = ""] = partName.exec(path) ?? []
    if (path !== "/sitemap.xml" && !name) throw notFound("没有这一份站点地图")
    const lines = await readOnce(name, () => (!name ? readIndex() : kind ? readPart(ask, kind, Number(part)) : readFixed(ask)))
    if (!lines) return false
    if (kind && lines.length === 0) throw notFound("没有这一份站点地图")
    const siteOrigin = originOf(settings.system.domain)
    const host = req.headers.host ?? ""
    const origin = siteOrigin || `http://${/^[\w.:[\]-]+$/.test(host) ? host : "localhost"}`
    // without a domain in the settings, the addresses repeat the visitor's Host and are for that visitor alone
    const caching = { "cache-control": siteOrigin ? "public, max-age=3600" : "private, no-store" }
    if (!name) {
      const index = sitemapIndex(
        origin,
        lines.map((line) => ({ name: line.path, count: 0, mark: "", lastmod: null })),
      )
      send(await compress(200, { "content-type": "application/xml; charset=utf-8", ...caching }, Buffer.from(index)), req, res)
      return true
    }
    const urls = lines.map(({ path: address, at }) => urlLine(origin, address, at ? new Date(at) : null))
    const body = await gz([partOpening, ...urls, partClosing].join(""))
    res.writeHead(200, { "content-type": "application/gzip", "content-length": body.length, ...caching })
    res.end(req.method === "HEAD" ? undefined : body)
    return true
  }
}

/** Checks whether a request is for the sitemap, which this site makes itself. */
export const asksForSitemap = ({ method }: Pick<IncomingMessage, "method">, path: string): boolean =>
  (method === "GET" || method === "HEAD") && isSitemap(path)
