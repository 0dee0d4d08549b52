import { twoDecimals } from "../svg"
import type { PageCanvas } from "./page-canvas"
import { straightPoints, writePathData } from "./path-writer"
import type { PdfBox, Matrix, PdfPoint } from "./matrix"

const UPRIGHT_TOLERANCE = 0.02
const PAGE_TOLERANCE = 0.5

/** Returns the upright rectangle that these corners describe, or null. Top is the smaller y here: SVG space. */
function uprightBox(points: readonly PdfPoint[]): PdfBox | null {
  const xs = points.map((point) => point[0])
  const ys = points.map((point) => point[1])
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  const near = (value: number, a: number, b: number): boolean =>
    Math.abs(value - a) < UPRIGHT_TOLERANCE || Math.abs(value - b) < UPRIGHT_TOLERANCE
  return points.every(([x, y]) => near(x, box.left, box.right) && near(y, box.top, box.bottom)) ? box : null
}

function intersect(a: PdfBox | null, b: PdfBox): PdfBox {
  if (a === null) return b
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

function coversPage({ loaded }: PageCanvas, box: PdfBox): boolean {
  return (
    box.left <= PAGE_TOLERANCE &&
    box.top <= PAGE_TOLERANCE &&
    box.right >= loaded.width - PAGE_TOLERANCE &&
    box.bottom >= loaded.height - PAGE_TOLERANCE
  )
}

/** Returns the clip attribute of a page object: upright rectangles are intersected, page-sized ones dropped. */
export function clipOf(canvas: PageCanvas, object: number, matrix: Matrix): string {
  const { pdfium } = canvas.loaded
  const { api } = pdfium
  const clip = api.FPDFPageObj_GetClipPath(object)
  if (clip === 0) return ""
  const outlines: string[] = []
  let rectangle: PdfBox | null = null
  const paths = api.FPDFClipPath_CountPaths(clip)
  for (let path = 0; path < paths; path += 1) {
    const count = api.FPDFClipPath_CountPathSegments(clip, path)
    if (count <= 0) continue
    const segmentAt = (index: number): number => api.FPDFClipPath_GetPathSegment(clip, path, index)
    const corners = count === 4 || count === 5 ? straightPoints(pdfium, count, segmentAt, matrix) : null
    const box = corners && uprightBox(corners)
    if (box) rectangle = intersect(rectangle, box)
    else {
      outlines.push(writePathData(canvas, count, segmentAt, matrix))
      canvas.plain = false
    }
  }
  if (rectangle && !coversPage(canvas, rectangle)) {
    const { left, top } = rectangle
    const [right, bottom] = [Math.max(rectangle.right, left), Math.max(rectangle.bottom, top)]
    outlines.unshift(`M${twoDecimals(left)} ${twoDecimals(top)}H${twoDecimals(right)}V${twoDecimals(bottom)}H${twoDecimals(left)}Z`)
  }
  return canvas.clipAttribute(outlines)
}
