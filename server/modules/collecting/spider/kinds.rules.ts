import { kinds } from "@/lib/contract/library/document.formats"
import { addressOfName } from "./names.rules"

/* Decides which links lead to documents and which pages are worth reading. */

/** Formats that are published as documents; not web pages, images or source code. */
const collected: readonly string[] = [
  ...[kinds.pdf, kinds.doc, kinds.ppt, kinds.xls].flatMap(({ ext }) => ext as readonly string[]),
  ".txt",
  ".epub",
  ".mobi",
  ".azw3",
  ".ofd",
]

/** Media types that servers send for these formats. */
const types: Record<string, string> = {
  "application/pdf": ".pdf",
  "application/x-pdf": ".pdf",
  "application/msword": ".doc",
  "application/rtf": ".rtf",
  "text/rtf": ".rtf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.ms-excel": ".xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.ms-powerpoint": ".ppt",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/vnd.oasis.opendocument.spreadsheet": ".ods",
  "application/vnd.oasis.opendocument.presentation": ".odp",
  "application/epub+zip": ".epub",
  "application/x-mobipocket-ebook": ".mobi",
  "application/ofd": ".ofd",
  "text/csv": ".csv",
}

const mediaType = (contentType: string): string => contentType.split(";")[0]!.trim().toLowerCase()
const extOf = (name: string): string => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ""
const collectedExt = (ext: string): string => (collected.includes(ext) ? ext : "")

/** Returns the extension of a link to a document; "" for others. */
export const extOfLink = (url: string): string => collectedExt(extOf(addressOfName(url)))

/** Checks whether an answer declares itself a page. An answer without a type may be anything. */
export const isDeclaredPage = ({ type }: { type: string }): boolean => /^(text\/html|application\/xhtml\+xml)$/.test(mediaType(type))

/** Determines the extension of a response from its headers, or from its URL if they are inconclusive; "" for pages and everything else. */
export const extOfAnswer = (answer: { url: string; type: string }, attachment: string): string => {
  const type = mediaType(answer.type)
  if (isDeclaredPage(answer)) return ""
  const named = collectedExt(extOf(attachment)) || extOfLink(answer.url)
  // Servers that do not know a format send it as a generic byte stream or text.
  return named || (types[type] ?? "")
}

export const isPage = ({ type }: { type: string }): boolean => /^(text\/html|application\/xhtml\+xml|)$/.test(mediaType(type))

const assets =
  /\.(jpe?g|png|gif|webp|svg|ico|bmp|css|js|mjs|json|xml|rss|woff2?|ttf|mp[34]|avi|mov|wmv|flv|m4a|wav|zip|rar|7z|gz|tar|exe|apk|dmg|iso)$/i

/** Checks whether a URL may lead to a page, or to a document whose URL does not show it. */
export const isWorthAsking = (url: string): boolean => !assets.test(addressOfName(url))

/** Checks whether a link looks like a download although its URL has no known extension. */
export const looksLikeDownload = (url: string, download: boolean): boolean =>
  download || /(down(load)?|attach(ment)?|getfile|fileid|fujian)/i.test(new URL(url).pathname + new URL(url).search)
