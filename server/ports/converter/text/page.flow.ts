import { escapeXml, type PageSize } from "../svg.writing"
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

/** A page's SVG content in drawing order, and its text. */
export type LaidPage = { pieces: Array<string | LaidImage>; text: string }

export type TextStyle = { size: number; bold?: boolean; mono?: boolean; shaded?: boolean }

/** Layout coordinates, in points. */
export function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Fills pages from the top; blocks ask for room and say what they draw. */
export class PageFlow {
  readonly pages: LaidPage[] = []
  private current: LaidPage = { pieces: [], text: "" }
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
    this.pages.push(this.current)
    this.current = { pieces: [], text: "" }
    this.empty = true
    this.y = MARGIN
  }

  /** A page break between chapters does not make an empty page. */
  turnUnlessEmpty(): void {
    if (!this.empty) this.turn()
  }

  put(piece: string | LaidImage): void {
    this.current.pieces.push(piece)
    this.empty = false
  }

  addText(text: string): void {
    this.current.text += text
    this.empty = false
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
    const baseline = oneDecimal(y + style.size * LINE_HEIGHT * BASELINE)
    this.put(`<text x="${oneDecimal(x)}" y="${baseline}" font-size="${style.size}"${weight}${family}${fixed}>${shown}</text>`)
  }

  finish(): LaidPage[] {
    if (!this.empty || this.pages.length === 0) this.turn()
    return this.pages
  }
}

export function lineHeight(size: number): number {
  return size * LINE_HEIGHT
}
