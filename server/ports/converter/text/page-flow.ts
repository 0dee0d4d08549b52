import type { OutlineItem } from "../converter.port"
import type { PageSize } from "../svg"
import { type Line, textWidth } from "./line-breaking"
import type { PlacedImage } from "./text-blocks"

export const A4: PageSize = { width: 595, height: 842 }
export const A4_LANDSCAPE: PageSize = { width: 842, height: 595 }
export const MARGIN = 56

const LINE_HEIGHT = 1.6

export type LayoutImage = { image: PlacedImage; x: number; y: number; width: number; height: number }

/** One line of text: the upper left corner of its box, and its width. Points. */
export type LayoutLine = { line: string; x: number; y: number; width: number; style: TextStyle }

/** A page's content in drawing order (SVG where it is neither image nor text), and its text. */
export type LayoutPage = { pieces: LayoutPiece[]; text: string }

export type LayoutPiece = string | LayoutImage | LayoutLine

export type LayoutDocument = {
  pages: LayoutPage[]
  /** Headings with the pages they came to stand on. */
  headings: OutlineItem[]
  /** The page of each anchor. */
  anchors: ReadonlyMap<string, number>
}

export type TextStyle = { size: number; bold?: boolean; mono?: boolean; shaded?: boolean }

/** Layout coordinates, in points. */
export function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Fills pages from the top; blocks request space and say what they draw. */
export class PageFlow {
  readonly pages: LayoutPage[] = []
  private readonly headings: OutlineItem[] = []
  private readonly anchors = new Map<string, number>()
  private waiting: string[] = []
  private pieces: LayoutPiece[] = []
  private text = ""
  private empty = true
  y = MARGIN

  constructor(
    readonly size: PageSize,
    /** Pages that are laid out; 0 lays out all. */
    private readonly maxLength = 0,
  ) {}

  /** No page is left to write on. */
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

  /** Height of an untouched page's writing area. */
  get room(): number {
    return this.bottom - MARGIN
  }

  /** Begins a new page unless `height` points are left on this one. */
  ensure(height: number): void {
    if (this.y + height > this.bottom && !this.empty) this.turn()
  }

  turn(): void {
    if (!this.full) this.pages.push({ pieces: this.pieces, text: this.text })
    this.pieces = []
    this.text = ""
    this.empty = true
    this.y = MARGIN
  }

  /** A page break between chapters does not make an empty page. */
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

  /** A heading begins here: ask for room before. */
  addHeading(title: string, level: number): void {
    this.headings.push({ title, level, page: this.pages.length + 1 })
  }

  /** Something will be pointed at; it stands where the next thing is drawn. */
  addAnchor(name: string): void {
    this.waiting.push(name)
  }

  private fill(): void {
    this.empty = false
    this.settleAnchors(this.pages.length + 1)
  }

  private settleAnchors(page: number): void {
    if (this.waiting.length === 0) return
    for (const name of this.waiting) if (!this.anchors.has(name)) this.anchors.set(name, page)
    this.waiting = []
  }

  /** Draws one line's characters with the line box's top at `y`. */
  putLine(line: Line, left: number, y: number, style: TextStyle): void {
    // SVG drops leading spaces and joins inner ones: indentation becomes a place, runs become unbreakable spaces.
    const text = line.shown.trimStart()
    if (text === "") return
    const indent = textWidth(line.shown.slice(0, line.shown.length - text.length), style.mono ?? false)
    this.put({ line: text, x: left + indent * style.size, y, width: (line.width - indent) * style.size, style })
  }

  finish(): LayoutDocument {
    if (!this.full && (!this.empty || this.pages.length === 0)) this.turn()
    const { pages, anchors } = this
    this.settleAnchors(pages.length)
    return { pages, headings: this.headings.filter(({ page }) => page <= pages.length), anchors }
  }
}

export function lineHeight(size: number): number {
  return size * LINE_HEIGHT
}
