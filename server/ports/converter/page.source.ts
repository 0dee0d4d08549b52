import type { Cover } from "./cover.webp"
import type { PageKind } from "./converter.port"

/** One page as the child draws it. */
export type DrawnPage = { svg: string; width: number; height: number; text: string; kind: PageKind }

/** An opened document inside the child program; pages are 1-based and may be asked for in any order. */
export interface PageSource {
  readonly pages: number
  drawPage(page: number): Promise<DrawnPage>
  /** The search text of a page that is not drawn. */
  textOf(page: number): string
  /** Picture of page 1. */
  drawCover(): Promise<Cover>
  close(): void
}
