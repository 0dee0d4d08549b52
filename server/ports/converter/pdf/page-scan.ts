import { scaleOf } from "./matrix"
import type { LoadedPage } from "./page-canvas"
import { openPixels, renderPage } from "./page-raster"

const OBJECT_IMAGE = 3
const OBJECT_FORM = 5
/** Pages with fewer characters count as having no text: just a page number or a stamp. */
const FEW_CHARACTERS = 5
/** Minimum share of the page that pictures must cover. */
const COVERED = 0.7
const OBJECTS_LOOKED_AT = 2000
/** About 240 dpi on A4, enough for character recognition. */
const READING_WIDTH = 2000

function coveredShare({ pdfium, page, width, height, base }: LoadedPage): number {
  const { api, memory } = pdfium
  const unit = scaleOf(base)
  const objects = Math.min(api.FPDFPage_CountObjects(page), OBJECTS_LOOKED_AT)
  let covered = 0
  for (let index = 0; index < objects; index += 1) {
    const object = api.FPDFPage_GetObject(page, index)
    const type = api.FPDFPageObj_GetType(object)
    if (type !== OBJECT_IMAGE && type !== OBJECT_FORM) continue
    if (!api.FPDFPageObj_GetBounds(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))) continue
    covered += Math.max(0, memory.float(8) - memory.float(0)) * Math.max(0, memory.float(12) - memory.float(4))
  }
  return (covered * unit * unit) / (width * height)
}

/** Checks whether the page is scanned: hardly any text, and covered by images. */
export function isScan(loaded: LoadedPage, text: string): boolean {
  return text.replace(/\s/g, "").length < FEW_CHARACTERS && coveredShare(loaded) >= COVERED
}

/** Renders the page as a grey PNG for character recognition. */
export function readingPng(loaded: LoadedPage): Promise<Buffer> {
  return openPixels(renderPage(loaded, READING_WIDTH)).greyscale().png({ compressionLevel: 3 }).toBuffer()
}
