import { decodeText } from "../../../../lib/rules/text-decoding"

/** The real format of a text under the name of an office document: the extension as which it is opened, or null for plain text. */
export type Markup = ".html" | ".mht" | ".xmlss" | ".wordml" | ".fodt" | ".fods" | ".fodp" | null

/** Everything that may precede the first element: white space, declarations, comments. A cut-off comment ends the search. */
const PROLOG = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>)+/i
const HTML = /^<(?:html|head|meta|title|body|style|script|link|table|div|p|span|font|center|h[1-6]|form|b|br|tr|td)\b/i
const HTML_TYPE = /<!DOCTYPE\s+html/i
const MULTIPART = /^Content-Type:\s*multipart\/related/im
const FLAT =
  /^<(?:[\w.-]+:)?document\b[^>]*\boffice:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/
const flatExtensions: Record<string, Markup> = { text: ".fodt", spreadsheet: ".fods", presentation: ".fodp" }

/** Recognizes web pages, web archives and the XML formats of office programs from the first bytes of a file. */
export function sniffMarkup(head: Buffer): Markup {
  const start = decodeText(head)
  const prolog = PROLOG.exec(start)?.[0] ?? ""
  const root = start.slice(prolog.length)
  const flat = FLAT.exec(root)?.[1]
  if (flat) return flatExtensions[flat] ?? null
  if (/^<(?:[\w.-]+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(root)) return ".xmlss"
  if (/^<(?:[\w.-]+:)?wordDocument\b/.test(root)) return ".wordml"
  if (HTML_TYPE.test(prolog) || HTML.test(root)) return ".html"
  const headers = root.slice(0, Math.max(0, root.indexOf("\n\n")) || undefined)
  return /^[\w-]+:/.test(headers) && MULTIPART.test(headers) ? ".mht" : null
}
