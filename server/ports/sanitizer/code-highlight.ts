import hljs from "highlight.js/lib/common"

/*
 * Syntax highlighting for code in articles: spans with highlight.js classes, generated when the article is saved, so that no page ships a
 * highlighter.
 */

/** Maximum length of one highlighted code block; longer blocks stay plain. */
const maxEach = 60_000
/** Maximum total length of highlighted code per article. */
const maxAll = 200_000

const block = /<pre><code(?: class="language-([\w-]{1,32})")?>([^]*?)<\/code><\/pre>/g
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }

const plainOf = (html: string): string =>
  html
    .replace(/<br\s*\/?>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)

/** Highlights code blocks of supported languages in sanitized HTML. The same input always returns the same output. */
export const withHighlightedCode = (html: string): string => {
  let left = maxAll
  return html.replace(block, (whole, language: string | undefined, inner: string) => {
    if (!language || !hljs.getLanguage(language) || inner.length > maxEach || inner.length > left) return whole
    left -= inner.length
    const { value } = hljs.highlight(plainOf(inner), { language, ignoreIllegals: true })
    return `<pre><code class="language-${language}">${value.replaceAll("&#x27;", "'").replaceAll("&quot;", '"')}</code></pre>`
  })
}
