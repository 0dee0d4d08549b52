import { load, type CheerioAPI } from "cheerio"
import type { LinkRules, WebPageLink } from "./page-reader"

/** Maximum number of links examined per page. */
const maxLinks = 5_000

/** Returns the base address for relative links. */
export const baseOf = ($: CheerioAPI, url: string): string => {
  const base = $("base[href]").first().attr("href")
  return base && URL.canParse(base, url) ? new URL(base, url).href : url
}

/** Collapses a text to one line of at most `max` characters. */
export const oneLine = (text: string, max: number): string => [...text.replace(/\s+/g, " ").trim()].slice(0, max).join("")

/** Returns the links of a page in order, each address once. */
export const linksOf = (html: string, url: string, { include, exclude }: LinkRules): WebPageLink[] => {
  const $ = load(html)
  const base = baseOf($, url)
  for (const selector of exclude) $(selector).remove()
  const places = include.length ? $(include.join(",")) : $.root()
  const links = new Map<string, WebPageLink>()
  for (const element of places.find("a[href]").add(places.filter("a[href]")).toArray()) {
    const link = $(element)
    const href = link.attr("href")!.trim()
    if (!href || href.startsWith("#") || !URL.canParse(href, base)) continue
    const address = new URL(href, base)
    address.hash = ""
    if (!/^https?:$/.test(address.protocol) || address.href.length > 2_048) continue
    const text = oneLine(link.text() || link.attr("title") || link.find("img[alt]").attr("alt") || "", 255)
    const before = links.get(address.href)
    if (before) before.text ||= text
    else if (links.size < maxLinks) links.set(address.href, { url: address.href, text, download: link.attr("download") !== undefined })
    else break
  }
  return [...links.values()]
}
