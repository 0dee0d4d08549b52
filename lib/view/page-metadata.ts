import { originOf } from "../rules/path"
import { catalogPath, catalogTypes } from "./site/opds/catalog"
import { feedFormats, feedPath, feedTypes, type FeedScope } from "./site/feed"
import { hrefOf, type ListQuery } from "./library/list/query"
import { siteName } from "../rules/site/site-name"

type System = { sitename: string; domain: string; description: string; keywords: string; logo: string }
type Picture = { url: string; alt: string }

/** `path` is the page's canonical path, with only the parameters that identify a separate page. */
type Page = {
  title: string
  description?: string
  keywords?: string
  path: string
  type?: "website" | "article" | "profile"
  picture?: Picture
  /** the scope of the page's feeds; by default the whole site */
  feed?: FeedScope
  /** false: crawlable and its links are followed, but not indexed */
  index?: boolean
  /** a paginated list */
  list?: { query?: ListQuery; page: number; size: number; total: number }
  publishedTime?: string | null
  modifiedTime?: string | null
  more?: Record<string, string | string[]>
  /** alternate formats of the page, by media type */
  types?: Record<string, { url: string; title: string }[]>
}

const cut = (text: string, length: number) => [...text.replace(/\s+/g, " ").trim()].slice(0, length).join("")

/** Search engines display at most this many characters of a description. */
const shownDescription = 160

/** The fallback description of a page, if neither the page nor the site has one. */
const sentenceOf = (title: string, name: string) => `${title === name ? "" : `${title} · `}${name}，在线阅读、全文搜索和下载文档。`

/** The last page of a list that can be requested, as in `pageParam`. */
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
 * Returns the metadata for search engines and shared links. URLs are absolute only if the site's domain is set; otherwise Next would insert
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
