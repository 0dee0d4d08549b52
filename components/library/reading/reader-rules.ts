import { offers } from "@/lib/view/capabilities"
import { DocumentStatus } from "@/lib/contract/enums"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { isUnderway, readyPages } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"

/** [width, height] of a page in points. */
export type Size = [number, number]
/** Fit the width, fit the whole page, or a factor (1 = printed size). */
export type Zoom = "width" | "page" | number
export type Turn = 0 | 90 | 180 | 270

/** The reader's data of a document, serialisable from server to browser. */
export type Source = {
  id: number
  uuid: string
  title: string
  status: number
  reason: string
  /** waits for pages or is given some */
  underway: boolean
  /** pages of the file */
  pages: number
  /** pages that may be read here */
  total: number
  /** how many of them are there already */
  ready: number
  sizes: Size[]
  fallback: Size
  ext: string
  version: number
  price: number
  /** whether it has a table of contents, and text under its pages */
  outline: boolean
  hasText: boolean
  /** places of its pages lead somewhere */
  links: boolean
  /** a spreadsheet, whose rows can be shown as a grid */
  sheets: boolean
  /** whether small pictures of the pages can be asked for */
  thumbs: boolean
}

/** The site's settings for the reader. */
export type Policy = {
  /** text of the pages may be selected and copied */
  selectable: boolean
  /** the server finds words inside of documents */
  searches: boolean
  printable: boolean
  /** text, or the address of an image; "" = none */
  watermark: string
  /** the reader stands in somebody else's page */
  embedded: boolean
  /** an advertisement stands after so many pages */
  adEvery: number
}

const a4: Size = [595, 842]
/** 100 % is the printed size: a point is 4/3 of a CSS pixel. */
export const pixelsPerPoint = 4 / 3
const zoomSteps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
export const zoomMenu = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

const imageExt = (document: DocumentDetail): string => {
  const ext = document.preview_ext || ".svg"
  return ext === ".svg" && document.enable_gzip ? ".gzip.svg" : ext
}

export const sourceOf = (document: DocumentDetail): Source => {
  const limited = document.preview > 0 && document.preview < document.pages
  // without a personal limit the public one applies
  const allowed = document.readable_pages || (limited ? document.preview : document.pages)
  const total = document.status === DocumentStatus.failed ? Math.min(allowed, document.converted_pages) : allowed
  return {
    id: document.id,
    uuid: document.uuid,
    title: document.title,
    status: document.status,
    underway: isUnderway(document),
    reason: document.reject_reason || document.convert_error,
    pages: document.pages,
    total,
    ready: readyPages(document, total),
    sizes: document.page_sizes,
    fallback: document.width > 0 && document.height > 0 ? [document.width, document.height] : a4,
    ext: imageExt(document),
    version: document.version,
    price: document.price,
    outline: document.has_outline,
    hasText: document.has_words,
    links: document.has_links,
    sheets: document.has_sheets,
    thumbs: document.has_thumbs,
  }
}

export const policyOf = ({ system, display, capabilities }: Settings, embedded = false): Policy => ({
  selectable: display.enable_text_layer,
  searches: offers(capabilities.absent, "GET /document/inside"),
  printable: display.enable_print,
  watermark: system.enable_watermark ? system.watermark_text || system.watermark.trim() : "",
  embedded,
  adEvery: Math.max(1, Math.trunc(display.pages_per_read) || 5),
})

/** Priced documents are not printed, nor anything where the site forbids it. */
export const mayPrint = ({ price, total }: Source, { printable }: Policy): boolean => printable && price === 0 && total > 0

/** Without a text layer (a setting, or a priced document) it is unknown whether there is text: the search shows it. */
export const maySearch = ({ hasText, total, price }: Source, { selectable, searches }: Policy): boolean =>
  searches && total > 0 && (hasText || !selectable || price > 0)

/** A single page (a picture) needs no thumbnails. */
export const isAlone = ({ total, pages, outline }: Source): boolean => total === 1 && pages <= 1 && !outline

/** The size of every page that may be read. */
export const sizesOf = (source: Source): Size[] => Array.from({ length: source.total }, (_, index) => sizeOf(source, index + 1))

/** Box of page `n` before and after its image is there. Pages whose size is not known yet borrow the last known one. */
export const sizeOf = (source: Source, n: number): Size => {
  const size = source.sizes[n - 1] ?? source.sizes.at(-1) ?? source.fallback
  return size[0] > 0 && size[1] > 0 ? size : a4
}

export const imageOf = (source: Source, n: number): string => paths.page(source.uuid, n, source.ext, source.version)

/** The small picture of a page; a server that has none gives the page itself, drawn small. */
export const thumbOf = (source: Source, n: number): string =>
  source.thumbs ? paths.thumb(source.uuid, n, source.version) : imageOf(source, n)

export const clampPage = (n: number, total: number): number => Math.min(Math.max(1, Math.trunc(n) || 1), Math.max(1, total))

/** The next step above or below a factor, between 50 % and 300 %. */
export const stepZoom = (scale: number, up: boolean): number => {
  const steps = up ? zoomSteps : [...zoomSteps].reverse()
  const next = steps.find((step) => (up ? step > scale + 0.01 : step < scale - 0.01))
  return next ?? (up ? 3 : 0.5)
}

export const clampScale = (scale: number): number => Math.min(3, Math.max(0.5, scale))

/** The word of `#page=7&find=…`, as results of the search lead here; "" = none. */
export const findInAddress = (hash: string): string => {
  try {
    return decodeURIComponent(/^#page=\d{1,6}&find=([^&]{1,900})/.exec(hash)?.[1] ?? "")
      .trim()
      .slice(0, 64)
  } catch {
    return ""
  }
}

/** `#page=7` or `?page=7`; 0 = none. */
export const pageInAddress = (hash: string, search = ""): number =>
  Number(/^#page=(\d{1,6})(?:&|$)/.exec(hash)?.[1] ?? /[?&]page=(\d{1,6})(?:&|$)/.exec(search)?.[1] ?? 0)
