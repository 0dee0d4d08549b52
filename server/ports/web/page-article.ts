import { load, type Cheerio, type CheerioAPI } from "cheerio"
import { baseOf, oneLine } from "./page-links"
import type { ArticleRules, PageArticle } from "./page-reader"

const noise = "script,style,noscript,template,iframe,form,nav,aside,header,footer,button,input,select,textarea,svg"
const likely = ["[itemprop=articleBody]", "#js_content", "article", ".article-content", ".post-content", ".entry-content", "main"]

type Element = Cheerio<AnyNode>
type AnyNode = Parameters<CheerioAPI["contains"]>[0]

const lengthOf = (element: Element): number => element.text().replace(/\s+/g, "").length

/** Returns how much meaningful text an element contains. Links count as navigation. */
const weightOf = ($: CheerioAPI, element: Element): number => {
  const all = lengthOf(element)
  const linked = element
    .find("a")
    .toArray()
    .reduce((sum, link) => sum + lengthOf($(link)), 0)
  return all - 3 * linked
}

/** Returns the element that contains most of the page's paragraphs. */
const bodyOf = ($: CheerioAPI): Element => {
  for (const selector of likely) {
    const element = $(selector).first()
    if (element.length && weightOf($, element) > 120) return element
  }
  const scores = new Map<AnyNode, number>()
  for (const paragraph of $("p,li,pre,td,blockquote").toArray().slice(0, 5_000)) {
    const weight = weightOf($, $(paragraph))
    const parent = $(paragraph).parent().get(0)
    if (weight < 20 || !parent) continue
    scores.set(parent, (scores.get(parent) ?? 0) + weight)
    const above = $(parent).parent().get(0)
    if (above) scores.set(above, (scores.get(above) ?? 0) + weight / 2)
  }
  const [best] = [...scores].toSorted((one, other) => other[1] - one[1])
  return best ? $(best[0]) : $("body")
}

/** Makes addresses absolute. Lazy-loaded images keep theirs in other attributes. */
const absolute = ($: CheerioAPI, container: Element, base: string) => {
  for (const picture of container.find("img").toArray()) {
    const image = $(picture)
    const source = ["data-src", "data-original", "data-lazy-src", "src"]
      .map((name) => image.attr(name))
      .find((one) => one && !one.startsWith("data:"))
    if (source && URL.canParse(source, base)) image.attr("src", new URL(source, base).href)
    else image.remove()
  }
  for (const anchor of container.find("a[href]").toArray()) {
    const href = $(anchor).attr("href")!
    if (URL.canParse(href, base)) $(anchor).attr("href", new URL(href, base).href)
  }
}

const replaced = (text: string, pairs: ArticleRules["replace"]): string => pairs.reduce((now, [from, to]) => now.replaceAll(from, to), text)

/** Replaces visible text only, never tags. */
const replaceTexts = ($: CheerioAPI, container: Element, pairs: ArticleRules["replace"]) => {
  if (!pairs.length) return
  const visit = (element: Element) => {
    for (const node of element.contents().toArray()) {
      if (node.type === "text") node.data = replaced(node.data, pairs)
      else visit($(node))
    }
  }
  visit(container)
}

/** Extracts the article of a page: by the selectors, or else where most of the text is. */
export const articleOf = (html: string, url: string, { select, exclude, replace }: ArticleRules): PageArticle => {
  const $ = load(html)
  const meta = (...names: string[]) =>
    names.map((name) => $(`meta[name="${name}"],meta[property="${name}"]`).first().attr("content")?.trim()).find(Boolean) ?? ""
  const heading = oneLine($("h1").first().text(), 255)
  const title = meta("og:title") || heading || oneLine($("title").first().text(), 255)
  const facts = {
    title: replaced(oneLine(title, 255), replace),
    keywords: oneLine(meta("keywords").replace(/[,，、;；\s]+/g, ","), 255),
    description: oneLine(meta("description", "og:description"), 1_000),
    source: oneLine(meta("og:site_name") || new URL(url).hostname, 128),
  }
  const base = baseOf($, url)
  $(noise).remove()
  for (const selector of exclude) $(selector).remove()
  const places = select.length ? $(select.join(",")) : bodyOf($)
  absolute($, places, base)
  replaceTexts($, places, replace)
  const content = places
    .toArray()
    // Skip elements nested in another match, because they are already included.
    .filter((one) => !places.toArray().some((other) => other !== one && $.contains(other, one)))
    .map((one) => $(one).html() ?? "")
    .join("\n")
  return { ...facts, content: content.trim() }
}
