import { mediaTypeOf } from "@/lib/rules/media-type"

/** The catalogues: OPDS 1.2 (https://specs.opds.io/opds-1.2) as XML and OPDS 2.0 (https://drafts.opds.io/opds-2.0) as JSON. */
export type CatalogFormat = "xml" | "json"

/** A list of a catalogue: its start page, an ordering of all documents, a category, or search results. */
export type CatalogScope = { kind: "index" | CatalogOrder } | { kind: "category"; id: number } | { kind: "search"; wd: string }

export const catalogOrders = { newest: "最新上传", popular: "下载最多", recommended: "网站推荐" } as const
export type CatalogOrder = keyof typeof catalogOrders

/** The number of documents per page of a list. */
export const catalogSize = 30
/** The maximum number of pages per list; more documents are reachable through categories and search. */
export const catalogPages = 500

export type CatalogLink = { title: string; path: string; count?: number }
/**
 * A document of a list. `path` is its page; `file` the path of its file if it is public and free, else ""; `cover` an absolute URL; times
 * are RFC 3339; `bought` = it is not free.
 */
export type Publication = {
  title: string
  author: string
  summary: string
  path: string
  file: string
  ext: string
  cover: string
  language: string
  subjects: string[]
  pages: number
  published: string
  updated: string
  bought: boolean
}
/** `total` is absent if it was not counted; `navigation` are the lists below this one. */
export type Catalog = {
  title: string
  place: CatalogScope
  page: number
  total?: number
  more: boolean
  updated: string
  navigation: CatalogLink[]
  publications: Publication[]
}

export const catalogTypes = {
  navigation: "application/atom+xml;profile=opds-catalog;kind=navigation",
  acquisition: "application/atom+xml;profile=opds-catalog;kind=acquisition",
  json: "application/opds+json",
} as const

/**
 * Returns the cover's URLs, first the one that every reader supports: both standards require GIF, JPEG or PNG (OPDS 1.2, section 5.2; OPDS
 * 2.0, section 2.3), which the site's covers offer at `.jpg`. Covers of another server are unchanged.
 */
export const coversOf = ({ cover }: Pick<Publication, "cover">): { href: string; type: string }[] => {
  if (!cover) return []
  const jpeg = cover.replace(/(\/view\/cover\/[0-9a-zA-Z]+)(\?v=\d+)$/, "$1.jpg$2")
  return [...(jpeg === cover ? [] : [{ href: jpeg, type: "image/jpeg" }]), { href: cover, type: "image/webp" }]
}

/** Returns the path of a page of a list, without the host. */
export const catalogPath = (list: CatalogScope, format: CatalogFormat, page = 1): string => {
  const query = new URLSearchParams({ ...(list.kind === "search" && { wd: list.wd }), ...(page > 1 && { page: String(page) }) })
  const name = list.kind === "category" ? `category/${list.id}` : list.kind
  return `/opds/${name}.${format}${query.size ? `?${query.toString()}` : ""}`
}

export const catalogSearchPath = "/opds/opensearch.xml"
/** The path prefix of a public document's file; the uuid follows. */
export const catalogFilePath = "/opds/file/"

/** Parses the path segments after `/opds/` into list and format; null if no list has this path. */
export const catalogOf = (segments: string[], wd: string): { place: CatalogScope; format: CatalogFormat } | null => {
  const [, path, format] = /^(.+)\.(xml|json)$/.exec(segments.join("/")) ?? []
  if (!path) return null
  const id = /^category\/([1-9]\d{0,14})$/.exec(path)?.[1]
  const list = id ? ({ kind: "category", id: Number(id) } as const) : namedScope(path, wd)
  return list && { place: list, format: format as CatalogFormat }
}

const namedScope = (name: string, wd: string): CatalogScope | null => {
  if (name === "search") return wd.trim() ? { kind: "search", wd: wd.trim() } : null
  return name === "index" || Object.hasOwn(catalogOrders, name) ? { kind: name as "index" | CatalogOrder } : null
}

/** Returns how to get a document: its file, or its page, where the user logs in or pays. `rel` according to OPDS 1.2, section 6.1. */
export const acquisitionOf = ({ file, path, ext, bought }: Publication): { rel: string; href: string; type: string } => {
  const acquisition = "http://opds-spec.org/acquisition"
  if (file) return { rel: `${acquisition}/open-access`, href: file, type: mediaTypeOf(ext) }
  return { rel: bought ? `${acquisition}/buy` : acquisition, href: path, type: "text/html" }
}
