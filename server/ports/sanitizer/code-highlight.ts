import hljs from "highlight.js/lib/common"

/* Colours for code in articles: spans with classes of highlight.js, made when the article is written, so that no page ships a highlighter. */

/** A text as code at most; what is longer stays plain. */
const maxEach = 60_000
/** The code of one article that is coloured at most. */
const maxAll = 200_000

const block = /<pre><code(?: class="language-([\w-]{1,32})")?>([^]*?)<\/code><\/pre>/g
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }

const plainOf = (html: string): string =>
  html
    .replace(/<br\s*\/?>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)

/** Sanitised HTML whose code blocks with a known language are coloured; the same HTML again gives the same. */
export const withHighlightedCode = (html: string): string => {
  let left = maxAll
  return html.replace(block, (whole, language: string | undefined, inner: string) => {
    if (!language || !hljs.getLanguage(language) || inner.length > maxEach || inner.length > left) return whole
    left -= inner.length
    const { value } = hljs.highlight(plainOf(inner), { language, ignoreIllegals: true })
    return `<pre><code class="language-${language}">${value.replaceAll("&#x27;", "'").replaceAll("&quot;", '"')}</code></pre>`
  })
}
