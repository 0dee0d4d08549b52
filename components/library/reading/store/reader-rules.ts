import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { isUnderway, readyPages } from "@/lib/rules/library/document-status"
import { isOpen } from "@/lib/rules/library/document-visibility"
import { paths } from "@/lib/rules/path"

/** [width, height] of a page in points. */
export type Size = [number, number]
/** Fit the width, one column of a wide sheet, or the whole page, or a factor (1 = printed size). */
export type Zoom = "width" | "column" | "page" | number
export type Rotation = 0 | 90 | 180 | 270

/** The reader's data of a document, serialisable from server to browser. */
export type ReaderSource = {
  id: number
  uuid: string
  title: string
  status: number
  reason: string
  /** the original file is missing */
  missing?: boolean
  /** a conversion is waiting or running */
  underway: boolean
  /** number of pages in the file */
  pages: number
  /** number of pages that the user may read */
  total: number
  /** number of pages that all visitors may read, and whose addresses need no signature; absent = all */
  open?: number
  /** how many of those are converted */
  ready: number
  sizes: Size[]
  fallback: Size
  /** of the page images */
  ext: string
  /** the extension of the file, for its cover on a shelf */
  format?: string
  version: number
  price: number
  /** whether it has a table of contents and a text layer */
  outline: boolean
  hasText: boolean
  /** whether its pages contain links */
  links: boolean
  /** a spreadsheet, whose rows can be displayed as a grid */
  sheets: boolean
  /** whether the server has thumbnails of the pages */
  thumbs: boolean
}

/** The site's settings for the reader. */
export type Policy = {
  /** whether the text of the pages may be selected and copied */
  selectable: boolean
  /** whether the server supports search inside documents */
  searches: boolean
  printable: boolean
  /** whether the server signs the addresses of pages with restricted access */
  signs?: boolean
  /** text or image URL; "" = none */
  watermark: string
  /** whether the reader is embedded in another site */
  embedded: boolean
  /** number of pages between advertisements */
  adEvery: number
}

const a4: Size = [595, 842]
/** 100 % is the printed size: one point is 4/3 CSS pixels. */
export const pixelsPerPoint = 4 / 3
const zoomSteps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
export const zoomMenu = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** Landscape A3, B4 and 8K in points: sheets of two columns. Slides are smaller, or have another ratio. */
const wideSheet = { from: 1_000, to: 1_300, ratio: [1.36, 1.48] } as const

/** Returns true for a sheet whose text is set in two columns, such as an examination paper: fitted to the width it is too small to read. */
export const isWideSheet = ([width, height]: Size): boolean =>
  width >= wideSheet.from && width <= wideSheet.to && width / height > wideSheet.ratio[0] && width / height < wideSheet.ratio[1]

const imageExt = (document: DocumentDetail): string => {
  const ext = document.preview_ext || ".svg"
  return ext === ".svg" && document.enable_gzip ? ".gzip.svg" : ext
}

export const sourceOf = (document: DocumentDetail): ReaderSource => {
  const limited = document.preview > 0 && document.preview < document.pages
  // the public limit applies if there is no personal one
  const allowed = document.readable_pages || (limited ? document.preview : document.pages)
  const total = document.status === DocumentStatus.failed ? Math.min(allowed, document.converted_pages) : allowed
  return {
    id: document.id,
    uuid: document.uuid,
    title: document.title,
    format: document.ext,
    status: document.status,
    missing: document.file_missing,
    underway: isUnderway(document),
    reason: document.reject_reason || document.convert_error,
    pages: document.pages,
    total,
    open: !isOpen(document) ? 0 : limited ? document.preview : document.pages,
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

type PolicyDocument = Pick<DocumentDetail, "no_copy">

export const policyOf = ({ system, display, features }: Settings, { no_copy }: PolicyDocument, embedded = false): Policy => ({
  selectable: display.enable_text_layer && !no_copy,
  searches: features.inside_search,
  printable: display.enable_print,
  signs: features.signatures,
  watermark: system.enable_watermark ? system.watermark_text || system.watermark.trim() : "",
  embedded,
  adEvery: Math.max(1, Math.trunc(display.pages_per_read) || 5),
})

/** Returns whether the document may be printed: only if it is free and the site allows printing. */
export const mayPrint = ({ price, total }: ReaderSource, { printable }: Policy): boolean => printable && price === 0 && total > 0

/**
 * Returns whether search is available. Without a text layer (by setting, or because of a price) only a search can find out whether there is
 * text.
 */
export const maySearch = ({ hasText, total, price }: ReaderSource, { selectable, searches }: Policy): boolean =>
  searches && total > 0 && (hasText || !selectable || price > 0)

/** Returns true for a single page, such as an image, which needs no thumbnails. */
export const isAlone = ({ total, pages, outline }: ReaderSource): boolean => total === 1 && pages <= 1 && !outline

/** Returns the size of every page that may be read. */
export const sizesOf = (source: ReaderSource): Size[] => Array.from({ length: source.total }, (_, index) => sizeOf(source, index + 1))

/** Returns the size of page `n`, before and after its image is loaded. Pages of unknown size use the last known one. */
export const sizeOf = (source: ReaderSource, n: number): Size => {
  const size = source.sizes[n - 1] ?? source.sizes.at(-1) ?? source.fallback
  return size[0] > 0 && size[1] > 0 ? size : a4
}

/** Returns whether the address of page `n` is signed. */
export const needsSignature = ({ source, policy }: { source: ReaderSource; policy: Policy }, n: number): boolean =>
  policy.signs === true && n > (source.open ?? source.pages)

const signed = (address: string, sign: string): string => (sign ? `${address}&sign=${sign}` : address)

/** Returns the URL of a page; `sign` is its signature, "" = none. */
export const imageOf = (source: ReaderSource, n: number, sign: string): string =>
  signed(paths.page(source.uuid, n, source.ext, source.version), sign)

/**
 * Returns the image sources of a page by screen density. On screens below 1.3 the fragment thickens thin strokes (docs/decisions/230): a
 * picture in `<img>` cannot see the density. Undefined for pages that are not SVG.
 */
export const inkSources = (src: string): string | undefined =>
  /\.svg(?:\?|$)/.test(src) ? `${src}#ink 1x, ${src}#ink 1.3x, ${src} 2x` : undefined

/** Returns the URL of a page's thumbnail; if the server has none, that of the page itself. */
export const thumbOf = (source: ReaderSource, n: number, sign: string): string =>
  source.thumbs ? signed(paths.thumb(source.uuid, n, source.version), sign) : imageOf(source, n, sign)

export const clampPage = (n: number, total: number): number => Math.min(Math.max(1, Math.trunc(n) || 1), Math.max(1, total))

/** Returns the next zoom step above or below a factor, between 50 % and 300 %. */
export const stepZoom = (scale: number, up: boolean): number => {
  const steps = up ? zoomSteps : [...zoomSteps].reverse()
  const next = steps.find((step) => (up ? step > scale + 0.01 : step < scale - 0.01))
  return next ?? (up ? 3 : 0.5)
}

export const clampScale = (scale: number): number => Math.min(3, Math.max(0.5, scale))

/** Returns the search text of `#page=7&find=…`, which search results link to; "" = none. */
export const findInAddress = (hash: string): string => {
  try {
    return decodeURIComponent(/^#page=\d{1,6}&find=([^&]{1,900})/.exec(hash)?.[1] ?? "")
      .trim()
      .slice(0, 64)
  } catch {
    return ""
  }
}

/** Returns the page of `#page=7` or `?page=7`; 0 = none. */
export const pageInAddress = (hash: string, search = ""): number =>
  Number(/^#page=(\d{1,6})(?:&|$)/.exec(hash)?.[1] ?? /[?&]page=(\d{1,6})(?:&|$)/.exec(search)?.[1] ?? 0)
