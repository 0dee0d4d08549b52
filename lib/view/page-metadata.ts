import { originOf } from "../rules/path"
import { catalogPath, catalogTypes } from "./site/opds/catalog"
import { feedFormats, feedPath, feedTypes, type FeedPlace } from "./site/feed"
import { hrefOf, type Query } from "./library/list/query"
import { siteName } from "../rules/site/site-name"

type System = { sitename: string; domain: string; description: string; keywords: string; logo: string }
type Picture = { url: string; alt: string }

/** `path` is the page's own address, with the parameters that make it another page and no others. */
type Page = {
  title: string
  description?: string
  keywords?: string
  path: string
  type?: "website" | "article" | "profile"
  picture?: Picture
  /** whose news the page's feeds carry; the site's where nothing is said */
  feed?: FeedPlace
  /** false: seen, and its links followed, but not listed */
  index?: boolean
  /** a list of several pages */
  list?: { query?: Query; page: number; size: number; total: number }
  publishedTime?: string | null
  modifiedTime?: string | null
  more?: Record<string, string | string[]>
  /** other forms of the page, by their type */
  types?: Record<string, { url: string; title: string }[]>
}

const cut = (text: string, length: number) => [...text.replace(/\s+/g, " ").trim()].slice(0, length).join("")

/** Search engines show no more of a description. */
const shownDescription = 160

/** For a page that says nothing about itself, on a site that does not either. */
const sentenceOf = (title: string, name: string) => `${title === name ? "" : `${title} · `}${name}，在线阅读、全文搜索和下载文档。`

/** The last page that a list can be asked for, as `pageParam` reads it. */
const lastPage = 1_000

const neighbours = ({ path, list }: Pick<Page, "path" | "list">) => {
  if (!list) return {}
  const [bare = ""] = path.split("?")
  const pages = Math.min(Math.ceil(list.total / list.size), lastPage)
  const address = (page: number) => hrefOf(bare, { ...list.query, page: page > 1 ? page : undefined })
  const previous = list.page > 1 && list.page <= pages + 1 ? address(list.page - 1) : undefined
  const next = list.page < pages ? address(list.page + 1) : undefined
  return previous || next ? { pagination: { previous, next } } : {}
}

/**
 * What search engines and shared links read of a page. Whole addresses are given only when the site's domain is set: Next would fill in
 * localhost.
 */
export const pageMetadata = (system: System, page: Page) => {
  const { title, path, type = "website", picture, feed = { kind: "site" }, index = true, publishedTime, modifiedTime, more, types } = page
  const origin = originOf(system.domain)
  const description = cut(page.description || system.description || sentenceOf(title, siteName(system)), shownDescription)
  const keywords = page.keywords || system.keywords || undefined
  const feedTitle = feed.kind === "site" ? siteName(system) : title
  const image = picture ?? (system.logo ? { url: system.logo, alt: siteName(system) } : undefined)
  const images = origin && image ? { images: [image] } : {}
  const shared = { title, description, ...images }
  return {
    title,
    description,
    keywords,
    ...(origin && {
      alternates: {
        canonical: path,
        types: {
          ...Object.fromEntries(
            feedFormats.map((format) => [
              feedTypes[format],
              [{ url: feedPath(feed, format), title: `${feedTitle}（${format.toUpperCase()}）` }],
            ]),
          ),
          [catalogTypes.navigation]: [{ url: catalogPath({ kind: "index" }, "xml"), title: `${siteName(system)}（OPDS）` }],
          [catalogTypes.json]: [{ url: catalogPath({ kind: "index" }, "json"), title: `${siteName(system)}（OPDS 2.0）` }],
          ...types,
        },
      },
    }),
    openGraph: {
      ...shared,
      type,
      siteName: siteName(system),
      locale: "zh_CN",
      ...(origin && { url: path }),
      ...(type === "article" && publishedTime ? { publishedTime } : {}),
      ...(type === "article" && modifiedTime ? { modifiedTime } : {}),
    },
    twitter: { ...shared, card: picture ? ("summary_large_image" as const) : ("summary" as const) },
    ...(index ? {} : { robots: { index: false, follow: true } }),
    ...(origin ? neighbours(page) : {}),
    ...(more ? { other: more } : {}),
  }
}

type Cited = {
  title: string
  username: string
  created_at: string | null
  language: string
  keywords: string
  uuid: string
}

/** Highwire's tags, which scholarly search engines and reference managers read. */
export const citationOf = ({ title, username, created_at, language, keywords }: Cited, publisher: string, address: string) => ({
  citation_title: title,
  ...(username ? { citation_author: username } : {}),
  ...(created_at ? { citation_publication_date: created_at.slice(0, 10).replaceAll("-", "/") } : {}),
  ...(language ? { citation_language: language } : {}),
  ...(keywords
    ? {
        citation_keywords: keywords
          .split(/[,，、;；]/)
          .map((word) => word.trim())
          .filter(Boolean),
      }
    : {}),
  citation_publisher: publisher,
  ...(address ? { citation_abstract_html_url: address } : {}),
})
