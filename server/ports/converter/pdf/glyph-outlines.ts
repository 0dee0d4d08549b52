import type { PageCanvas } from "./page-canvas"
import type { PdfBox } from "./matrix"

const SEGMENT_LINE = 0
const SEGMENT_MOVE = 2
/** Outlines are integers in thousandths of the em. */
const EM = 1000
/** Code points that no font maps: they yield the font's .notdef box. */
const UNMAPPED = [0xfffe, 0xe123]

export type Glyph = { id: string; outline: string; box: PdfBox; defined: boolean }

export type GlyphFont = { handle: number; embedded: boolean; number: number; notdef: readonly string[] }

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`
}

/** The outlines of one page's glyphs, by font and Unicode. Each is written once. */
export class GlyphOutlines {
  private readonly fonts = new Map<number, GlyphFont>()
  private readonly glyphs = new Map<number, Glyph | null>()

  constructor(private readonly canvas: PageCanvas) {}

  fontOf(textObject: number, size: number): GlyphFont {
    const { api } = this.canvas.loaded.pdfium
    const handle = api.FPDFTextObj_GetFont(textObject)
    const existing = this.fonts.get(handle)
    if (existing) return existing
    const embedded = api.FPDFFont_GetIsEmbedded(handle) === 1
    const bare: GlyphFont = { handle, embedded, number: this.fonts.size, notdef: [] }
    const notdef = UNMAPPED.map((unicode) => this.find(bare, unicode, size)?.outline).filter((outline) => outline !== undefined)
    const font = { ...bare, notdef }
    this.fonts.set(handle, font)
    return font
  }

  /** Returns null if the font draws nothing for this code point, or only its .notdef box. */
  find(font: GlyphFont, unicode: number, size: number): Glyph | null {
    const key = font.number * 0x200000 + unicode
    let glyph = this.glyphs.get(key)
    if (glyph === undefined) {
      glyph = this.read(font.handle, unicode, size)
      this.glyphs.set(key, glyph)
    }
    return glyph && font.notdef.includes(glyph.outline) ? null : glyph
  }

  /** Adds the outline to the page's definitions the first time it is used. */
  define(glyph: Glyph): string {
    if (!glyph.defined) this.canvas.addGlyph(glyph.id, glyph.outline)
    glyph.defined = true
    return glyph.id
  }

  private read(font: number, unicode: number, size: number): Glyph | null {
    const { api, memory } = this.canvas.loaded.pdfium
    const path = api.FPDFFont_GetGlyphPath(font, unicode, size)
    if (path === 0) return null
    const count = api.FPDFGlyphPath_CountGlyphSegments(path)
    this.canvas.countSegments(count)
    const box: PdfBox = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
    let outline = ""
    let curve: string[] = []
    let [fromX, fromY] = [0, 0]
    for (let index = 0; index < count; index += 1) {
      const segment = api.FPDFGlyphPath_GetGlyphPathSegment(path, index)
      api.FPDFPathSegment_GetPoint(segment, memory.at(0), memory.at(4))
      const [x, y] = [Math.round(memory.float(0) * EM), Math.round(memory.float(4) * EM)]
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.bottom = Math.min(box.bottom, y)
      box.top = Math.max(box.top, y)
      const type = api.FPDFPathSegment_GetType(segment)
      if (type === SEGMENT_MOVE) outline += `M${pair(x, y)}`
      else if (type === SEGMENT_LINE) outline += lineTo(x - fromX, y - fromY)
      else curve.push(pair(x - fromX, y - fromY))
      if (curve.length === 3) {
        outline += `c${curve.join(" ").replaceAll(" -", "-")}`
        curve = []
      }
      // The three points of a curve are all relative to the start of the curve.
      if (curve.length === 0) [fromX, fromY] = [x, y]
      if (api.FPDFPathSegment_GetClose(segment) && !outline.endsWith("z")) outline += "z"
    }
    if (outline === "") return null
    return { id: `g${this.glyphs.size.toString(36)}`, outline, box, defined: false }
  }
}

function lineTo(dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return ""
  if (dx === 0) return `v${dy}`
  if (dy === 0) return `h${dx}`
  return `l${pair(dx, dy)}`
}
