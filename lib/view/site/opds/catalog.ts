import { mediaTypeOf } from "@/lib/rules/media-type"

/** The catalogues: OPDS 1.2 (https://specs.opds.io/opds-1.2) as XML and OPDS 2.0 (https://drafts.opds.io/opds-2.0) as JSON. */
export type CatalogFormat = "xml" | "json"

/** A list of a catalogue: its entrance, an order of all documents, a category, or what a search finds. */
export type CatalogPlace = { kind: "index" | CatalogOrder } | { kind: "category"; id: number } | { kind: "search"; wd: string }

export const catalogOrders = { newest: "最新上传", popular: "下载最多", recommended: "网站推荐" } as const
export type CatalogOrder = keyof typeof catalogOrders

/** Documents of one part of a list. */
export const catalogSize = 30
/** How deep a list is paged; what lies deeper is found by categories and search. */
export const catalogPages = 500

export type CatalogLink = { title: string; path: string; count?: number }
/**
 * A document of a list. `path` is its page, `file` the address of its file where everybody may have it for nothing, else "";
 * `cover` an address with host; times are RFC 3339; `bought` tells that it costs something.
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
/** `total` is left out where nobody counted; `navigation` are lists that lie below this one. */
export type Catalog = {
  title: string
  place: CatalogPlace
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
 * The cover's addresses, first the one that every reader shows: both standards ask for a GIF, JPEG or PNG (OPDS 1.2, section 5.2; OPDS 2.0,
 * section 2.3), which our own covers are at `.jpg`. Another server's are what they are.
 */
export const coversOf = ({ cover }: Pick<Publication, "cover">): { href: string; type: string }[] => {
  if (!cover) return []
  const jpeg = cover.replace(/(\/view\/cover\/[0-9a-zA-Z]+)(\?v=\d+)$/, "$1.jpg$2")
  return [...(jpeg === cover ? [] : [{ href: jpeg, type: "image/jpeg" }]), { href: cover, type: "image/webp" }]
}

/** The address of a part of a list, without host. */
export const catalogPath = (place: CatalogPlace, format: CatalogFormat, page = 1): string => {
  const query = new URLSearchParams({ ...(place.kind === "search" && { wd: place.wd }), ...(page > 1 && { page: String(page) }) })
  const name = place.kind === "category" ? `category/${place.id}` : place.kind
  return `/opds/${name}.${format}${query.size ? `?${query.toString()}` : ""}`
}

export const catalogSearchPath = "/opds/opensearch.xml"
/** Where the file of a document begins that everybody may have; its uuid follows. */
export const catalogFilePath = "/opds/file/"

/** The list and format of the segments behind `/opds/`; null for an address that no list has. */
export const catalogOf = (segments: string[], wd: string): { place: CatalogPlace; format: CatalogFormat } | null => {
  const [, path, format] = /^(.+)\.(xml|json)$/.exec(segments.join("/")) ?? []
  if (!path) return null
  const id = /^category\/([1-9]\d{0,14})$/.exec(path)?.[1]
  const place = id ? ({ kind: "category", id: Number(id) } as const) : namedPlace(path, wd)
  return place && { place, format: format as CatalogFormat }
}

const namedPlace = (name: string, wd: string): CatalogPlace | null => {
  if (name === "search") return wd.trim() ? { kind: "search", wd: wd.trim() } : null
  return name === "index" || Object.hasOwn(catalogOrders, name) ? { kind: name as "index" | CatalogOrder } : null
}

/** How a document is had: its file, or its page, where one logs in or pays. `rel` by OPDS 1.2, section 6.1. */
export const acquisitionOf = ({ file, path, ext, bought }: Publication): { rel: string; href: string; type: string } => {
  const acquisition = "http://opds-spec.org/acquisition"
  if (file) return { rel: `${acquisition}/open-access`, href: file, type: mediaTypeOf(ext) }
  return { rel: bought ? `${acquisition}/buy` : acquisition, href: path, type: "text/html" }
}
