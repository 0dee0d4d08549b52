import type { Cover } from "./cover-webp"
import type { OutlineItem, PageKind, PageLink, TextRun } from "./converter.port"

/** One page as the child draws it. */
export type DrawnPage = {
  svg: string
  /** See `encodeThumb`; null where it could not be made. */
  thumb: Buffer | null
  width: number
  height: number
  text: string
  textLayer: TextRun[]
  links: PageLink[]
  kind: PageKind
  /** A picture of a page, with hardly any text of its own. */
  scan: boolean
}

/** An opened document inside the child program; pages are 1-based and may be asked for in any order. */
export interface PageSource {
  readonly pages: number
  drawPage(page: number): Promise<DrawnPage>
  /** The search text of a page that is not drawn. */
  textOf(page: number): string
  /** The table of contents, within the bounds of `boundOutline`. */
  outline(): OutlineItem[]
  /** A grey PNG of the page, sharp enough to read letters in it; null for pages that are text anyway. */
  readingPicture(page: number): Promise<Buffer | null>
  /** Picture of page 1. */
  drawCover(): Promise<Cover>
  close(): void
}
