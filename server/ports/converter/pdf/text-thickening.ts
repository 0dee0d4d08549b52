import type { Pixels } from "./bitmap-pixels"
import type { LoadedPage } from "./page-canvas"
import { renderPage } from "./page-raster"

const OBJECT_TEXT = 1
const OBJECT_FORM = 5
const MODE_FILL = 0
const MODE_FILL_STROKE = 2
/** Width of the outline in em: half of it lies outside of the letter. */
const OUTLINE = 0.012
const MAX_DEPTH = 12
const MAX_OBJECTS = 60_000

/** How much of the outlined picture is mixed in: PDFium draws no line thinner than a pixel, which alone would be too bold. */
const STRENGTH = 0.35

/**
 * Returns the page's pixels with slightly thicker letters, so that thin strokes stay visible on a cover; pictures and rules are the same. The
 * page is of no other use afterwards: its letters are outlined.
 */
export function renderThickened(loaded: LoadedPage, width: number): Pixels {
  const plain = renderPage(loaded, width)
  thickenText(loaded)
  const outlined = renderPage(loaded, width).data
  const { data } = plain
  for (let at = 0; at < data.length; at += 1) data[at] = Math.round(data[at]! + (outlined[at]! - data[at]!) * STRENGTH)
  return plain
}

/** Outlines the filled letters of a page in their own colour. */
function thickenText({ pdfium, page }: Pick<LoadedPage, "pdfium" | "page">): void {
  const { api, memory } = pdfium
  let left = MAX_OBJECTS
  const walk = (count: number, objectAt: (index: number) => number, depth: number): void => {
    for (let index = 0; index < count && left > 0; index += 1, left -= 1) {
      const object = objectAt(index)
      const type = api.FPDFPageObj_GetType(object)
      if (type === OBJECT_FORM && depth < MAX_DEPTH)
        walk(api.FPDFFormObj_CountObjects(object), (at) => api.FPDFFormObj_GetObject(object, at), depth + 1)
      if (type !== OBJECT_TEXT || api.FPDFTextObj_GetTextRenderMode(object) !== MODE_FILL) continue
      if (!api.FPDFPageObj_GetFillColor(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))) continue
      if (!api.FPDFTextObj_GetFontSize(object, memory.at(16))) continue
      const [red, green, blue, alpha] = [memory.uint(0), memory.uint(4), memory.uint(8), memory.uint(12)]
      api.FPDFPageObj_SetStrokeColor(object, red, green, blue, alpha)
      api.FPDFPageObj_SetStrokeWidth(object, memory.float(16) * OUTLINE)
      api.FPDFTextObj_SetTextRenderMode(object, MODE_FILL_STROKE)
    }
  }
  walk(api.FPDFPage_CountObjects(page), (at) => api.FPDFPage_GetObject(page, at), 0)
}
