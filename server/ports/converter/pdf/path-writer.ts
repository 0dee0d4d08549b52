import { hexColour, threeDecimals, twoDecimals } from "../svg"
import type { PageCanvas } from "./page-canvas"
import type { Pdfium } from "./pdfium-module"
import { applyMatrix, type Matrix, type PdfPoint, scaleOf } from "./matrix"

const SEGMENT_LINE = 0
const SEGMENT_BEZIER = 1
const SEGMENT_MOVE = 2
const FILL_EVEN_ODD = 1
/** The colour that PDFium reports in place of a tiling pattern. */
const PATTERN_GREY = "#bfbfbf"
const THINNEST_STROKE = 0.25

export type Colour = { hex: string; alpha: number }

type ColourReader = (object: number, red: number, green: number, blue: number, alpha: number) => boolean

/** Returns the colour of a page object, or null if PDFium cannot report one. */
export function readColour({ memory }: Pdfium, read: ColourReader, object: number): Colour | null {
  if (!read(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))) return null
  const channel = (offset: number): number => memory.uint(offset) & 255
  return { hex: hexColour(channel(0), channel(4), channel(8)), alpha: channel(12) / 255 }
}

/** Checks for colours that may represent a pattern: the page must then be compared with PDFium's rendering. */
export function looksLikePattern(colour: Colour): boolean {
  return colour.hex === PATTERN_GREY
}

export function readObjectMatrix({ api, memory }: Pdfium, object: number): Matrix {
  api.FPDFPageObj_GetMatrix(object, memory.at(0))
  return [memory.float(0), memory.float(4), memory.float(8), memory.float(12), memory.float(16), memory.float(20)]
}

/** Returns path data in SVG space. `segmentAt` returns PDFium's handle of the k-th segment. */
export function writePathData(canvas: PageCanvas, count: number, segmentAt: (index: number) => number, matrix: Matrix): string {
  const { api, memory } = canvas.loaded.pdfium
  canvas.countSegments(count)
  let data = ""
  let curve: string[] = []
  let [lastX, lastY] = ["", ""]
  for (let index = 0; index < count; index += 1) {
    const segment = segmentAt(index)
    api.FPDFPathSegment_GetPoint(segment, memory.at(0), memory.at(4))
    const point = applyMatrix(matrix, memory.float(0), memory.float(4))
    const [x, y] = [twoDecimals(point[0]), twoDecimals(point[1])]
    const type = api.FPDFPathSegment_GetType(segment)
    if (type === SEGMENT_MOVE) data += `M${x} ${y}`
    else if (type === SEGMENT_LINE) data += x === lastX ? `V${y}` : y === lastY ? `H${x}` : `L${x} ${y}`
    else {
      curve.push(`${x} ${y}`)
      if (curve.length === 3) {
        data += `C${curve.join(" ")}`
        curve = []
      }
    }
    ;[lastX, lastY] = [x, y]
    if (api.FPDFPathSegment_GetClose(segment)) {
      data += "Z"
      ;[lastX, lastY] = ["", ""]
    }
  }
  return data
}

/** Returns the corner points if all segments are straight, otherwise null. */
export function straightPoints(pdfium: Pdfium, count: number, segmentAt: (index: number) => number, matrix: Matrix): PdfPoint[] | null {
  const { api, memory } = pdfium
  const points: PdfPoint[] = []
  for (let index = 0; index < count; index += 1) {
    const segment = segmentAt(index)
    if (api.FPDFPathSegment_GetType(segment) === SEGMENT_BEZIER) return null
    api.FPDFPathSegment_GetPoint(segment, memory.at(0), memory.at(4))
    points.push(applyMatrix(matrix, memory.float(0), memory.float(4)))
  }
  return points
}

/** Checks for rectangles and ruled lines: every step is exactly horizontal or vertical. */
function isUpright(data: string): boolean {
  return !/[CL]/.test(data)
}

function strokeAttributes(canvas: PageCanvas, object: number, matrix: Matrix, colour: Colour): string {
  const { api, memory } = canvas.loaded.pdfium
  api.FPDFPageObj_GetStrokeWidth(object, memory.at(0))
  const scale = scaleOf(matrix)
  const width = Math.max(memory.float(0) * scale, THINNEST_STROKE)
  let attributes = ` stroke="${colour.hex}" stroke-width="${threeDecimals(width)}"`
  if (colour.alpha < 1) attributes += ` stroke-opacity="${threeDecimals(colour.alpha)}"`
  const join = [null, "round", "bevel"][api.FPDFPageObj_GetLineJoin(object)]
  const cap = [null, "round", "square"][api.FPDFPageObj_GetLineCap(object)]
  if (join) attributes += ` stroke-linejoin="${join}"`
  if (cap) attributes += ` stroke-linecap="${cap}"`
  const dashes = api.FPDFPageObj_GetDashCount(object)
  if (dashes > 0 && dashes < 32) {
    api.FPDFPageObj_GetDashArray(object, memory.at(64), dashes)
    const lengths = memory.floatsAt(memory.at(64), dashes).map((length) => length * scale)
    if (lengths.some((length) => length > 0)) attributes += ` stroke-dasharray="${lengths.map(twoDecimals).join(" ")}"`
  }
  return attributes
}

/** Writes one path object. `matrix` maps the object's own space to SVG space. */
export function writePath(canvas: PageCanvas, object: number, matrix: Matrix, clip: string): void {
  const { pdfium } = canvas.loaded
  const { api, memory } = pdfium
  api.FPDFPath_GetDrawMode(object, memory.at(32), memory.at(36))
  const [fillMode, stroked] = [memory.int(32), memory.int(36) !== 0]
  if (fillMode === 0 && !stroked) return
  const data = writePathData(canvas, api.FPDFPath_CountSegments(object), (k) => api.FPDFPath_GetPathSegment(object, k), matrix)
  let attributes = fillMode === 0 ? ' fill="none"' : ""
  let translucent = false
  if (fillMode !== 0) {
    const colour = readColour(pdfium, api.FPDFPageObj_GetFillColor, object)
    if (colour === null) {
      canvas.plain = false
      return
    }
    // White may be a pattern that PDFium reports as white.
    if (looksLikePattern(colour) || colour.hex === "#fff") canvas.plain = false
    translucent = colour.alpha < 1
    if (colour.hex !== "#000") attributes += ` fill="${colour.hex}"`
    if (translucent) attributes += ` fill-opacity="${threeDecimals(colour.alpha)}"`
    if (fillMode === FILL_EVEN_ODD) attributes += ' fill-rule="evenodd"'
  }
  if (stroked) {
    const colour = readColour(pdfium, api.FPDFPageObj_GetStrokeColor, object)
    if (colour === null) {
      canvas.plain = false
      return
    }
    translucent ||= colour.alpha < 1
    attributes += strokeAttributes(canvas, object, matrix, colour)
  }
  if (translucent || api.FPDFPageObj_HasTransparency(object) || !isUpright(data)) canvas.plain = false
  canvas.put(`<path d="${data}"${attributes}${clip}/>`)
}
