import { kinds } from "@/lib/contract/library/document.formats"
import { addressOfName } from "./names.rules"

/* Which links lead to documents, and what pages are worth reading. */

/** Formats that people publish as documents; pages, pictures and source code are none. */
const collected: readonly string[] = [
  ...[kinds.pdf, kinds.doc, kinds.ppt, kinds.xls].flatMap(({ ext }) => ext as readonly string[]),
  ".txt",
  ".epub",
  ".mobi",
  ".azw3",
  ".ofd",
]

/** What servers call these formats. */
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

/** The extension of a link that names a document; "" for others. */
export const extOfLink = (url: string): string => collectedExt(extOf(addressOfName(url)))

/** The extension of an answer by its headers, and by its address where they say nothing; "" for pages and everything else. */
export const extOfAnswer = (answer: { url: string; type: string }, attachment: string): string => {
  const type = mediaType(answer.type)
  if (/^(text\/html|application\/xhtml\+xml)$/.test(type)) return ""
  const named = collectedExt(extOf(attachment)) || extOfLink(answer.url)
  // servers that do not know a format call it bytes, or text
  return named || (types[type] ?? "")
}

export const isPage = ({ type }: { type: string }): boolean => /^(text\/html|application\/xhtml\+xml|)$/.test(mediaType(type))

const assets =
  /\.(jpe?g|png|gif|webp|svg|ico|bmp|css|js|mjs|json|xml|rss|woff2?|ttf|mp[34]|avi|mov|wmv|flv|m4a|wav|zip|rar|7z|gz|tar|exe|apk|dmg|iso)$/i

/** May a page stand at this address, or a document that does not say so? */
export const isWorthAsking = (url: string): boolean => !assets.test(addressOfName(url))

/** A link that looks like a download although its address names no format. */
export const looksLikeDownload = (url: string, download: boolean): boolean =>
  download || /(down(load)?|attach(ment)?|getfile|fileid|fujian)/i.test(new URL(url).pathname + new URL(url).search)
