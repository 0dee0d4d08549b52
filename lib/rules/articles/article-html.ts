/* The HTML that articles may contain here, and which HTML of an existing server is more than that. */

const cells = ["colspan", "rowspan"]

export const articleTags = [
  ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "br", "hr", "blockquote", "pre", "code", "ul", "ol", "li", "figure", "figcaption"],
  ...["img", "a", "span", "strong", "b", "em", "i", "u", "s", "del", "ins", "sub", "sup", "mark", "small", "kbd"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
]

/** The attributes of each tag; `code` may also have the class of a language. */
export const articleAttributes: Record<string, string[]> = {
  a: ["href", "title", "target", "rel"],
  img: ["src", "alt", "title", "width", "height", "loading"],
  th: cells,
  td: cells,
  ol: ["start"],
}

export const articleLink = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i
export const articlePicture = /^(https?:\/\/|\/uploads\/[\w/.-]+$)/i

const tag = /<(\/?)([a-z][a-z0-9]*)(\s[^<>]*|\/)?>/gi
const attribute = /\s+([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=`]+)))?/gi
/** Longer attributes are not read. */
const maxAttributes = 4_000

const addresses: Record<string, RegExp> = { href: articleLink, src: articlePicture }

/** Classes of code and its colours are set again when an article is saved. */
const isKept = (element: string, name: string, value: string): boolean => {
  if (value === "") return !name.startsWith("on")
  if (name === "class")
    return (element === "code" && /^language-[\w-]+$/.test(value)) || (element === "span" && /^hljs[\w -]*$/.test(value))
  return Boolean(articleAttributes[element]?.includes(name)) && (addresses[name]?.test(value) ?? true)
}

/** Markup that the editor writes although articles do not keep it: the sanitiser drops it when the article is saved. */
const editorTags = [...articleTags, "colgroup", "col"]
const editorAttributes = /^(style|width|height|contenteditable|data-[\w-]+)$/
const isFromEditor: typeof isKept = (element, name, value) => editorAttributes.test(name) || isKept(element, name, value)

const keepsAttributes = (element: string, text: string, keeps: typeof isKept): boolean => {
  if (text.length > maxAttributes) return false
  let all = true
  const rest = text.replace(attribute, (_, name: string, ...values: (string | undefined)[]) => {
    all &&= keeps(element, name.toLowerCase(), values.slice(0, 3).find((value) => value !== undefined) ?? "")
    return ""
  })
  return all && /^\s*\/?$/.test(rest)
}

const isBeyond = (html: string, tags: readonly string[], keeps: typeof isKept): boolean => {
  let beyond = false
  const rest = html.replace(tag, (_, closing: string, name: string, attributes = "") => {
    const element = name.toLowerCase()
    beyond ||= !tags.includes(element) || (closing === "" && !keepsAttributes(element, attributes, keeps))
    return ""
  })
  return beyond || rest.includes("<")
}

/**
 * Checks whether HTML contains what articles here cannot, such as styles, videos and frames: the editor and the sanitiser would drop it.
 * Without it, an editor can safely parse the HTML.
 */
export const isBeyondArticles = (html: string): boolean => isBeyond(html, articleTags, isKept)

/** Checks whether HTML contains what the editor never writes. Without it, the editor can safely parse the HTML. */
export const isBeyondEditor = (html: string): boolean => isBeyond(html, editorTags, isFromEditor)

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " }

/** Returns the text of sanitised HTML, one line per paragraph. */
export const textOfArticle = (html: string): string =>
  html
    .replace(/<(?:\/(?:p|div|li|h\d|tr|blockquote|pre|figcaption)|br|hr)\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!)
    .replace(/\n{3,}/g, "\n\n")
    .trim()
