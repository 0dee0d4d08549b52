import type { OutlineItem, TextRun } from "../converter.port"
import { escapeXml, type PageSize } from "../svg.writing"
import { RunCollector } from "../text.runs"
import { type Line, textWidth } from "./line.breaking"
import type { PlacedImage } from "./text.blocks"

export const A4: PageSize = { width: 595, height: 842 }
export const A4_LANDSCAPE: PageSize = { width: 842, height: 595 }
export const MARGIN = 56

const LINE_HEIGHT = 1.6
/** Where the baseline is within the line. */
const BASELINE = 0.72
const MONO_FAMILY = "'Noto Sans Mono CJK SC',Consolas,Menlo,monospace"

export type LaidImage = { image: PlacedImage; x: number; y: number; width: number; height: number }

/** A page's SVG content in drawing order, its text, and where that stands. */
export type LaidPage = { pieces: Array<string | LaidImage>; text: string; words: readonly TextRun[] }

export type LaidDocument = {
  pages: LaidPage[]
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

/** Fills pages from the top; blocks ask for room and say what they draw. */
export class PageFlow {
  readonly pages: LaidPage[] = []
  private readonly headings: OutlineItem[] = []
  private readonly anchors = new Map<string, number>()
  private waiting: string[] = []
  private pieces: Array<string | LaidImage> = []
  private text = ""
  private words = new RunCollector()
  private empty = true
  y = MARGIN

  constructor(readonly size: PageSize) {}

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
    this.pages.push({ pieces: this.pieces, text: this.text, words: this.words.runs })
    this.pieces = []
    this.text = ""
    this.words = new RunCollector()
    this.empty = true
    this.y = MARGIN
  }

  /** A page break between chapters does not make an empty page. */
  turnUnlessEmpty(): void {
    if (!this.empty) this.turn()
  }

  put(piece: string | LaidImage): void {
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
    const x = left + indent * style.size
    const width = (line.width - indent) * style.size
    // The viewer's font decides how wide the text would be: hold it to what the layout assumed.
    const fixed = width > style.size * 1.5 ? ` textLength="${oneDecimal(width)}" lengthAdjust="spacingAndGlyphs"` : ""
    const weight = style.bold ? ' font-weight="700"' : ""
    const family = style.mono ? ` font-family="${MONO_FAMILY}"` : ""
    const shown = escapeXml(text.replace(/ {2,}/g, (spaces) => "\u00a0".repeat(spaces.length)))
    this.words.add(text, x, y, width, style.size * LINE_HEIGHT)
    const baseline = oneDecimal(y + style.size * LINE_HEIGHT * BASELINE)
    this.put(`<text x="${oneDecimal(x)}" y="${baseline}" font-size="${style.size}"${weight}${family}${fixed}>${shown}</text>`)
  }

  finish(): LaidDocument {
    if (!this.empty || this.pages.length === 0) this.turn()
    const { pages, headings, anchors } = this
    this.settleAnchors(pages.length)
    return { pages, headings, anchors }
  }
}

export function lineHeight(size: number): number {
  return size * LINE_HEIGHT
}
