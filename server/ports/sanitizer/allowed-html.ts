import sanitizeHtml, { type IOptions } from "sanitize-html"
import { articleAttributes, articleLink, articlePicture, articleTags } from "../../../lib/rules/articles/article-html"
import { withHighlightedCode } from "./code-highlight"
import type { SanitizerKind, Sanitized } from "./sanitizer.port"

/*
 * Allowed HTML. HTML written on this site is sanitized when it is saved; HTML from an existing server is sanitized before it is rendered.
 */

/**
 * Articles: no styles, scripts, frames, forms or handlers; images from the web or from uploads; links to the web, mail addresses or this
 * site.
 */
const articleAllowList: IOptions = {
  allowedTags: articleTags,
  allowedAttributes: {
    ...articleAttributes,
    code: [{ name: "class", values: [] }],
  },
  allowedClasses: { code: [/^language-[\w-]{1,32}$/] },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "iframe",
    "noembed",
    "noframes",
    "template",
    "title",
    "svg",
    "math",
    "xmp",
    "plaintext",
  ],
  nestingLimit: 100,
  transformTags: {
    a: (tagName, { href = "", title, target }) => {
      const away = /^https?:/i.test(href.trim())
      const attribs = {
        ...(articleLink.test(href.trim()) ? { href: href.trim() } : {}),
        ...(title ? { title } : {}),
        ...(away || target === "_blank" ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {}),
      }
      return { tagName, attribs }
    },
    img: (tagName, { src = "", alt = "", title, width, height }) => {
      const size = {
        ...(/^\d{1,5}$/.test(width ?? "") ? { width: width! } : {}),
        ...(/^\d{1,5}$/.test(height ?? "") ? { height: height! } : {}),
      }
      return { tagName, attribs: { src: src.trim(), alt, ...(title ? { title } : {}), ...size, loading: "lazy" } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !articlePicture.test(attribs.src ?? ""),
}

/** Staff notices: text, links and images. */
const noticeAllowList: IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, "img"],
  allowedSchemes: ["http", "https", "mailto", "tel"],
  nestingLimit: 100,
}

const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' }

/** Returns the plain text of HTML on one line. */
const textOf = (html: string): string =>
  sanitizeHtml(html.replace(/<(\/(p|div|li|h\d|tr|td|th|blockquote|pre|figcaption)|br|hr)\b/gi, " $&"), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(amp|lt|gt|quot);/g, (entity) => named[entity]!)
    .replace(/\s+/g, " ")
    .trim()

/** Returns the text of the paragraphs: headings, tables, code and TeX sources make no sense in a summary. */
const leadOf = (clean: string): string =>
  [...clean.replace(/<(table|pre|figure)\b[\s\S]*?<\/\1>/gi, " ").matchAll(/<p\b[^>]*>[\s\S]*?<\/p>/gi)]
    .map(([paragraph]) => textOf(paragraph))
    .filter((text) => text !== "" && !/\\(?:begin|end)\{/.test(text))
    .join(" ")

/** Sanitizes HTML on the calling thread. `html.worker.ts` runs this. */
export const sanitizeHtmlOf = (kind: SanitizerKind, html: string): Sanitized => {
  const clean = kind === "article" ? sanitizeHtml(html, articleAllowList).trim() : sanitizeHtml(html, noticeAllowList)
  if (kind === "notice") return { html: clean, text: textOf(clean) }
  return { html: withHighlightedCode(clean), text: textOf(clean), lead: leadOf(clean) }
}
