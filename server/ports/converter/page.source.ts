import type { Cover } from "./cover-webp"
import type { ConvertedOutlineItem, PageKind, ConvertedPageLink, PageTextRun } from "./converter.port"

/** One page as the child renders it. */
export type DrawnPage = {
  svg: string
  /** See `encodeThumb`; null if it could not be made. */
  thumb: Buffer | null
  width: number
  height: number
  text: string
  textLayer: PageTextRun[]
  links: ConvertedPageLink[]
  kind: PageKind
  /** True if the page is a picture with hardly any text of its own. */
  scan: boolean
  /** Parts of the page that are not displayed, as Chinese sentences for the uploader, for example 第 3 页有一张图片无法显示. */
  notes?: string[]
}

/** An opened document inside the child program. Pages are 1-based and may be requested in any order. */
export interface PageSource {
  readonly pages: number
  /** Parts of the document that are not displayed, as Chinese sentences for the uploader. */
  readonly notes?: readonly string[]
  /** True if its author forbids copying its text. */
  readonly noCopy?: boolean
  drawPage(page: number): Promise<DrawnPage>
  /** Returns the search text of a page that is not rendered. */
  textOf(page: number): string | Promise<string>
  /** Returns the table of contents, within the limits of `boundOutline`. */
  outline(): ConvertedOutlineItem[]
  /** Returns a grey PNG of the page, sharp enough for character recognition; null for pages that are text anyway. */
  readingPicture(page: number): Promise<Buffer | null>
  /** Renders the cover from page 1. */
  drawCover(): Promise<Cover>
  close(): void
}
