import { escapeXml, fourDigits, threeDecimals, twoDecimals } from "../svg"
import type { Glyph, GlyphFont, GlyphOutlines } from "./glyph-outlines"
import type { PositionedGlyph } from "./glyph-runs"
import type { PageCanvas } from "./page-canvas"
import { type Character, characterBox, characterPosition, isInvisible } from "./page-characters"
import { type Colour, looksLikePattern, readColour } from "./path-writer"
import { type PdfBox, mapBox, type Matrix, multiply, scaleOf } from "./matrix"
import { writeTextCrops } from "./text-crops"

/** Maximum distance of an outline's box from PDFium's ink box, in em (docs/reference/conversion.md 3). */
const BOX_TOLERANCE = 0.06
const MODE_STROKE = 1
const MODE_FILL_STROKE = 2
const MODE_INVISIBLE = 3
const MODE_CLIP = 7
const VIEWER_FONTS = "'Noto Serif CJK SC','Songti SC',SimSun,serif"

export type TextParts = {
  /** The characters whose outlines are known. */
  glyphs: PositionedGlyph[]
  /** `<text>` elements of the characters that the viewer's fonts contain. */
  text: string
  /** Ink boxes (user space) of the remaining characters. */
  rejected: PdfBox[]
}

/**
 * Checks whether ordinary fonts contain the character: beyond Latin, and not in the private area, where each symbol font has different
 * pictures.
 */
function isInAnyFont(unicode: number): boolean {
  return unicode > 0x2000 && (unicode < 0xe000 || unicode > 0xf8ff)
}

/** Returns a box around any character of this size. */
const emBox = (size: number): PdfBox => ({ left: -0.1 * size, bottom: -0.4 * size, right: 1.1 * size, top: 1.1 * size })

function isEmpty({ left, right, bottom, top }: PdfBox): boolean {
  return Math.abs(right - left) < 0.01 || Math.abs(top - bottom) < 0.01
}

function matrixAttribute(matrix: Matrix): string {
  const [a, b, c, d, e, f] = matrix
  const turn = [a, b, c, d].map(fourDigits).join(" ")
  return ` transform="matrix(${turn} ${twoDecimals(e)} ${twoDecimals(f)})"`
}

/** Checks whether the outline's box matches the ink: the outline was looked up by Unicode, which may select another glyph. */
function provesRight(glyph: Glyph, matrix: Matrix, em: number, ink: PdfBox): boolean {
  const box = mapBox(matrix, glyph.box)
  const error = Math.max(
    Math.abs(box.right - box.left - (ink.right - ink.left)),
    Math.abs(box.top - box.bottom - (ink.top - ink.bottom)),
    Math.abs(box.left - ink.left),
    Math.abs(box.bottom - ink.bottom),
  )
  return error / em <= BOX_TOLERANCE
}

function writeCharacters(
  canvas: PageCanvas,
  outlines: GlyphOutlines,
  font: GlyphFont,
  size: number,
  characters: readonly Character[],
): TextParts {
  const { loaded } = canvas
  const glyphs: PositionedGlyph[] = []
  const rejected: PdfBox[] = []
  let text = ""
  for (const character of characters) {
    if (isInvisible(character)) continue
    const { unicode } = character
    const ink = characterBox(loaded, character)
    const nameless = character.unmapped || unicode === 0 || unicode === 0xfffd
    const glyph = nameless || unicode > 0xffff ? null : outlines.find(font, unicode, size)
    const [a, b, c, d, x, y] = characterPosition(loaded, character)
    if (glyph) {
      const unit = size / 1000
      const matrix: Matrix = [unit * a, unit * b, unit * c, unit * d, x, y]
      const em = scaleOf(matrix) * 1000 || 1
      if (provesRight(glyph, matrix, em, ink)) {
        glyphs.push({ id: outlines.define(glyph), matrix: multiply(matrix, loaded.base) })
        continue
      }
    } else if (!nameless && !font.embedded && isInAnyFont(unicode)) {
      // No font here contains it, so it is left to the reader's fonts.
      canvas.viewerText.push(mapBox(multiply([a, b, c, d, x, y], loaded.base), emBox(size)))
      const upright = multiply([a, b, -c, -d, x, y], loaded.base)
      text += `<text${matrixAttribute(upright)} font-size="${twoDecimals(size)}">${escapeXml(String.fromCodePoint(unicode))}</text>`
      continue
    }
    if (glyph || !isEmpty(ink)) rejected.push(ink)
  }
  return { glyphs, text, rejected }
}

function lookOf(canvas: PageCanvas, object: number, mode: number, size: number, colour: Colour): string {
  const { api, memory } = canvas.loaded.pdfium
  let attributes = ""
  if (mode !== MODE_STROKE && colour.hex !== "#000") attributes += ` fill="${colour.hex}"`
  if (mode === MODE_STROKE || mode === MODE_FILL_STROKE) {
    const stroke = readColour(canvas.loaded.pdfium, api.FPDFPageObj_GetStrokeColor, object) ?? colour
    api.FPDFPageObj_GetStrokeWidth(object, memory.at(0))
    // Glyphs are drawn in thousandths of the em, and so is their stroke width.
    const width = Math.max((memory.float(0) / size) * 1000, 1)
    attributes += ` stroke="${stroke.hex}" stroke-width="${twoDecimals(width)}"${mode === MODE_STROKE ? ' fill="none"' : ""}`
  }
  return attributes
}

/**
 * Writes one text object: proved glyph outlines, the viewer's fonts if no font is available, and small bitmaps for
 * glyphs that cannot be identified. `matrix` maps the object's parent to SVG space.
 */
export async function writeText(
  canvas: PageCanvas,
  outlines: GlyphOutlines,
  object: number,
  characters: readonly Character[] | undefined,
  matrix: Matrix,
  clip: string,
): Promise<void> {
  const { pdfium, textPage } = canvas.loaded
  const { api, memory } = pdfium
  const mode = api.FPDFTextObj_GetTextRenderMode(object)
  if (mode === MODE_INVISIBLE) return
  if (mode !== 0) canvas.plain = false
  if (mode >= MODE_CLIP) return
  if (!characters) {
    if (api.FPDFTextObj_GetText(object, textPage, 0, 0) > 2) canvas.plain = false
    return
  }
  const colour = readColour(pdfium, mode === MODE_STROKE ? api.FPDFPageObj_GetStrokeColor : api.FPDFPageObj_GetFillColor, object)
  if (colour === null) {
    canvas.plain = false
    return
  }
  if (looksLikePattern(colour) || api.FPDFPageObj_HasTransparency(object)) canvas.plain = false
  api.FPDFTextObj_GetFontSize(object, memory.at(0))
  const size = memory.float(0)
  const font = outlines.fontOf(object, size)
  const parts = writeCharacters(canvas, outlines, font, size, characters)
  const whole = parts.rejected.length > 0 && (await writeTextCrops(canvas, object, parts.rejected, matrix, clip))
  if (whole) return
  const look = lookOf(canvas, object, mode, size, colour)
  const group = `${colour.alpha < 1 ? ` opacity="${threeDecimals(colour.alpha)}"` : ""}${clip}`
  if (parts.glyphs.length > 0) canvas.putGlyphs(look, group, parts.glyphs)
  if (parts.text !== "") canvas.put(`<g font-family="${VIEWER_FONTS}"${look}${group}>${parts.text}</g>`)
}
