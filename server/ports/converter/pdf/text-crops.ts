import { cropPixels, type PixelRectangle, type Pixels, takePixels } from "./bitmap-pixels"
import type { PageCanvas } from "./page-canvas"
import { imageTag } from "./picture-encoder"
import { type PdfBox, type Matrix, multiply } from "./matrix"

/** 216 dpi. */
const CROP_SCALE = 3
const PADDING_POINTS = 0.5
/** With more unknown glyphs, one bitmap of the whole text object is smaller. */
const MAX_CROPS = 20

function objectBounds({ loaded }: PageCanvas, object: number): PdfBox {
  const { api, memory } = loaded.pdfium
  api.FPDFPageObj_GetBounds(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))
  return { left: memory.float(0), bottom: memory.float(4), right: memory.float(8), top: memory.float(12) }
}

/** Returns the pixel rectangles of the ink boxes, without duplicates. Bitmap rows run from the top of the bounds. */
function cropRectangles(boxes: readonly PdfBox[], bounds: PdfBox, { width, height }: Pixels): PixelRectangle[] {
  const [perX, perY] = [width / (bounds.right - bounds.left), height / (bounds.top - bounds.bottom)]
  const rectangles = new Map<string, PixelRectangle>()
  for (const box of boxes) {
    const left = Math.max(0, Math.floor((box.left - PADDING_POINTS - bounds.left) * perX))
    const right = Math.min(width, Math.ceil((box.right + PADDING_POINTS - bounds.left) * perX))
    const top = Math.max(0, Math.floor((bounds.top - box.top - PADDING_POINTS) * perY))
    const bottom = Math.min(height, Math.ceil((bounds.top - box.bottom + PADDING_POINTS) * perY))
    if (right > left && bottom > top)
      rectangles.set([left, top, right, bottom].join(), { x: left, y: top, width: right - left, height: bottom - top })
  }
  return [...rectangles.values()]
}

/**
 * Writes the glyphs in `boxes` as bitmaps cut from PDFium's own rendering of the text object.
 * Returns true if the bitmap contains the whole object, so that its outlines must not be written as well.
 */
export async function writeTextCrops(
  canvas: PageCanvas,
  object: number,
  boxes: readonly PdfBox[],
  matrix: Matrix,
  clip: string,
): Promise<boolean> {
  const { pdfium, document, page, base, pictures } = canvas.loaded
  const bitmap = pdfium.api.FPDFTextObj_GetRenderedBitmap(document, page, object, CROP_SCALE)
  const pixels = bitmap === 0 ? null : takePixels(pdfium, bitmap)
  if (pixels === null) {
    canvas.plain = false
    return false
  }
  const bounds = objectBounds(canvas, object)
  const [across, down] = [bounds.right - bounds.left, bounds.top - bounds.bottom]
  // Inside a form the ink boxes are in page space but the bitmap is in the form's space, so only the whole object can be placed.
  if (matrix !== base || boxes.length > MAX_CROPS) {
    canvas.plain = false
    const [before, after] = imageTag(multiply([across, 0, 0, down, bounds.left, bounds.bottom], matrix), clip)
    canvas.putPicture(before, await pictures.encode(pixels, "drawing"), after)
    return true
  }
  for (const crop of cropRectangles(boxes, bounds, pixels)) {
    const [perX, perY] = [across / pixels.width, down / pixels.height]
    const left = bounds.left + crop.x * perX
    const bottom = bounds.top - (crop.y + crop.height) * perY
    const [before, after] = imageTag(multiply([crop.width * perX, 0, 0, crop.height * perY, left, bottom], matrix), clip)
    canvas.putPicture(before, await pictures.encode(cropPixels(pixels, crop), "crop"), after)
  }
  return false
}
