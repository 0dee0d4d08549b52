import type { ConvertedOutlineItem } from "../converter.port"
import type { PageSize } from "../svg"
import { type WrappedLine, textWidth } from "./line-breaking"
import type { PositionedImage } from "./text-blocks"

export const A4: PageSize = { width: 595, height: 842 }
export const A4_LANDSCAPE: PageSize = { width: 842, height: 595 }
export const MARGIN = 56

const LINE_HEIGHT = 1.6

export type LayoutImage = { image: PositionedImage; x: number; y: number; width: number; height: number }

/** One line of text: the upper left corner of its box, and its width. In points. */
export type LayoutLine = { line: string; x: number; y: number; width: number; style: TextStyle }

/** An area of a page that links to `target`, as the text names it. In points. */
export type LayoutLink = { x: number; y: number; width: number; height: number; target: string }

/** A page's content in drawing order (SVG if it is neither image nor text), its text and its links. */
export type LayoutPage = { pieces: LayoutPiece[]; text: string; links: LayoutLink[] }

/** The final position of an anchor: its page (1-based) and the distance from the page's top in points. */
export type LayoutPosition = { page: number; y: number }

export type LayoutPiece = string | LayoutImage | LayoutLine

export type LayoutDocument = {
  pages: LayoutPage[]
  /** Headings with the pages on which they were placed. */
  headings: ConvertedOutlineItem[]
  anchors: ReadonlyMap<string, LayoutPosition>
}

/** Returns the position of a target. If the chapter does not have this id, returns the chapter's beginning. Null if there is neither. */
export function positionOfAnchor({ anchors }: LayoutDocument, target: string): LayoutPosition | null {
  return anchors.get(target) ?? anchors.get(target.replace(/#.*$/, "")) ?? null
}

export type TextStyle = { size: number; bold?: boolean; mono?: boolean; shaded?: boolean }

/** Formats layout coordinates, in points. */
export function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Fills pages from the top. Blocks request space and add what they draw. */
export class PageFlow {
  readonly pages: LayoutPage[] = []
  private readonly headings: ConvertedOutlineItem[] = []
  private readonly anchors = new Map<string, LayoutPosition>()
  private waiting: string[] = []
  private pieces: LayoutPiece[] = []
  private text = ""
  private links: LayoutLink[] = []
  private empty = true
  y = MARGIN

  constructor(
    readonly size: PageSize,
    /** Maximum number of pages to lay out; 0 lays out all. */
    private readonly maxLength = 0,
  ) {}

  /** True if no page is left to write on. */
  get full(): boolean {
    return this.maxLength > 0 && this.pages.length >= this.maxLength
  }

  get left(): number {
    return MARGIN
  }

  get right(): number {
    return this.size.width - MARGIN
  }

  get bottom(): number {
    return this.size.height - MARGIN
  }

  /** Height of an empty page's writing area. */
  get room(): number {
    return this.bottom - MARGIN
  }

  /** Begins a new page unless `height` points are left on this one. */
  ensure(height: number): void {
    if (this.y + height > this.bottom && !this.empty) this.turn()
  }

  turn(): void {
    if (!this.full) this.pages.push({ pieces: this.pieces, text: this.text, links: this.links })
    this.pieces = []
    this.text = ""
    this.links = []
    this.empty = true
    this.y = MARGIN
  }

  /** Begins a new page unless this one is empty, so a page break between chapters does not make an empty page. */
  newPageUnlessEmpty(): void {
    if (!this.empty) this.turn()
  }

  put(piece: LayoutPiece): void {
    this.pieces.push(piece)
    this.fill()
  }

  addText(text: string): void {
    this.text += text
    this.fill()
  }

  addLink(link: LayoutLink): void {
    this.links.push(link)
  }

  /** Adds a heading at the current position; call `ensure` first. */
  addHeading(title: string, level: number): void {
    this.headings.push({ title, level, page: this.pages.length + 1 })
  }

  /** Adds the target of a link or table of contents entry. Its position is that of the next drawn item. */
  addAnchor(name: string): void {
    this.waiting.push(name)
  }

  private fill(): void {
    this.empty = false
    this.settleAnchors({ page: this.pages.length + 1, y: this.y })
  }

  private settleAnchors(position: LayoutPosition): void {
    if (this.waiting.length === 0) return
    for (const name of this.waiting) if (!this.anchors.has(name)) this.anchors.set(name, position)
    this.waiting = []
  }

  /** Draws one line of text with the top of the line box at `y`. */
  putLine(line: WrappedLine, left: number, y: number, style: TextStyle): void {
    // SVG drops leading spaces and joins inner ones: indentation becomes a position, runs of spaces become non-breaking spaces.
    const text = line.visibleText.trimStart()
    if (text === "") return
    const indent = textWidth(line.visibleText.slice(0, line.visibleText.length - text.length), style.mono ?? false)
    this.put({ line: text, x: left + indent * style.size, y, width: (line.width - indent) * style.size, style })
  }

  finish(): LayoutDocument {
    if (!this.full && (!this.empty || this.pages.length === 0)) this.turn()
    const { pages, anchors } = this
    this.settleAnchors({ page: pages.length, y: 0 })
    return { pages, headings: this.headings.filter(({ page }) => page <= pages.length), anchors }
  }
}

export function lineHeight(size: number): number {
  return size * LINE_HEIGHT
}
