import sharp from "sharp"
import { type Pixels, takePixels } from "./bitmap-pixels"
import { type LoadedPage, type PageCanvas, pageLimits } from "./page-canvas"
import type { EncodedPicture } from "./page-picture"
import { readObjectMatrix } from "./path-writer"
import type { Pdfium } from "./pdfium-module"
import { imageTag } from "./picture-encoder"
import { looksAlike } from "./picture-check"
import type { Matrix } from "./matrix"

/** Colour spaces in which a JPEG looks the same outside of a PDF: gray, RGB, and their calibrated and ICC variants. */
const PLAIN_COLOUR_SPACES = new Set([1, 2, 4, 5, 7])
const OBJECT_IMAGE = 3
const OBJECT_FORM = 5
const PROBE_SIDE = 96
const MASKED_BELOW = 250
const MASKED_PIXELS_IGNORED = 2
const RENDER_SIDE_LIMIT = 2200
const MAX_ENLARGED = 3
const SMALL_IMAGE_PIXELS = 40_000
/** JPEGs with more source pixels per point are downscaled. */
const WASTEFUL_DENSITY = 3.2

type ImageFacts = { width: number; height: number; jpeg: boolean; colourSpace: number }

function readFacts({ loaded }: PageCanvas, object: number): ImageFacts {
  const { api, memory } = loaded.pdfium
  api.FPDFImageObj_GetImagePixelSize(object, memory.at(0), memory.at(4))
  const [width, height] = [memory.uint(0), memory.uint(4)]
  let jpeg = false
  if (api.FPDFImageObj_GetImageFilterCount(object) === 1) {
    api.FPDFImageObj_GetImageFilter(object, 0, memory.at(64), 64)
    jpeg = memory.string(memory.at(64)) === "DCTDecode"
  }
  api.FPDFImageObj_GetImageMetadata(object, loaded.page, memory.at(128))
  return { width, height, jpeg, colourSpace: memory.int(148) }
}

/** Renders the image, with its masks, as if it were placed at this size in points; returns 0 if PDFium cannot. */
function renderAt({ loaded }: PageCanvas, object: number, width: number, height: number): number {
  const { api, memory } = loaded.pdfium
  const original = readObjectMatrix(loaded.pdfium, object)
  const setMatrix = (matrix: Matrix): void => {
    memory.writeFloats(memory.at(192), matrix)
    api.FPDFPageObj_SetMatrix(object, memory.at(192))
  }
  setMatrix([width, 0, 0, height, 0, 0])
  const bitmap = api.FPDFImageObj_GetRenderedBitmap(loaded.document, loaded.page, object)
  setMatrix(original)
  return bitmap
}

/** Checks for a picture that PDFium cannot decode: its rendering is empty. */
function isUnreadable({ api }: Pdfium, object: number, { data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) return false
  const bitmap = api.FPDFImageObj_GetBitmap(object)
  if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap)
  return bitmap === 0
}

/** Makes a small upright rendering with all masks applied. */
function probe(canvas: PageCanvas, object: number, facts: ImageFacts): Pixels | null {
  const bitmap = renderAt(canvas, object, Math.min(facts.width, PROBE_SIDE), Math.min(facts.height, PROBE_SIDE))
  return bitmap === 0 ? null : takePixels(canvas.loaded.pdfium, bitmap)
}

/** Checks the probe's alpha, because HasTransparency does not report an image's own soft mask. */
function isMasked(pixels: Pixels): boolean {
  let low = 0
  // The outermost pixels are always soft.
  for (let y = 1; y < pixels.height - 1; y += 1)
    for (let x = 1; x < pixels.width - 1; x += 1) if ((pixels.data[(y * pixels.width + x) * 4 + 3] ?? 255) < MASKED_BELOW) low += 1
  return low > MASKED_PIXELS_IGNORED
}

function readJpeg({ loaded }: PageCanvas, object: number): Buffer | null {
  const { api, memory } = loaded.pdfium
  const length = api.FPDFImageObj_GetImageDataRaw(object, 0, 0)
  if (length === 0) return null
  const pointer = memory.alloc(length)
  api.FPDFImageObj_GetImageDataRaw(object, pointer, length)
  const jpeg = Buffer.from(memory.view(pointer, length))
  memory.free(pointer)
  return jpeg
}

/** Returns the JPEG's own bytes if they can be displayed unchanged; `proved` if they look like PDFium's rendering. */
async function jpegPicture(
  canvas: PageCanvas,
  object: number,
  facts: ImageFacts,
): Promise<{ picture: EncodedPicture; proved: boolean } | null> {
  const small = probe(canvas, object, facts)
  const jpeg = small && !isMasked(small) ? readJpeg(canvas, object) : null
  const metadata =
    jpeg &&
    (await sharp(jpeg)
      .metadata()
      .catch(() => null))
  if (!small || !jpeg || metadata?.format !== "jpeg" || metadata.channels > 3) return null
  const picture: EncodedPicture = { mime: "image/jpeg", data: jpeg.toString("base64"), pngCopy: null }
  return { picture, proved: await looksAlike(jpeg, small).catch(() => false) }
}

async function renderedPicture(canvas: PageCanvas, object: number, facts: ImageFacts): Promise<EncodedPicture | null> {
  const objectMatrix = readObjectMatrix(canvas.loaded.pdfium, object)
  const [across, down] = [Math.hypot(objectMatrix[0], objectMatrix[1]) || 1, Math.hypot(objectMatrix[2], objectMatrix[3]) || 1]
  const density = Math.max(facts.width / across, facts.height / down)
  const enlarge = Math.max(0.2, Math.min(MAX_ENLARGED, density, RENDER_SIDE_LIMIT / Math.max(across, down)))
  const bitmap = renderAt(canvas, object, across * enlarge, down * enlarge)
  const pixels = bitmap === 0 ? null : takePixels(canvas.loaded.pdfium, bitmap)
  if (pixels === null || isUnreadable(canvas.loaded.pdfium, object, pixels)) {
    canvas.unreadablePictures += 1
    return null
  }
  return canvas.loaded.pictures.encode(pixels, facts.width * facts.height < SMALL_IMAGE_PIXELS ? "drawing" : "photo")
}

/** Writes one image object: its own JPEG bytes if they are faithful, otherwise PDFium's rendering. */
export async function writeImage(canvas: PageCanvas, object: number, matrix: Matrix, clip: string): Promise<void> {
  const facts = readFacts(canvas, object)
  if (facts.width * facts.height > pageLimits.imagePixels) {
    canvas.fatal = "huge image"
    return
  }
  const transparent = canvas.loaded.pdfium.api.FPDFPageObj_HasTransparency(object)
  const wasteful = facts.width > 600 && facts.width > Math.hypot(matrix[0], matrix[1]) * WASTEFUL_DENSITY
  const passable = facts.jpeg && !transparent && !wasteful && PLAIN_COLOUR_SPACES.has(facts.colourSpace)
  const jpeg = passable ? await jpegPicture(canvas, object, facts) : null
  const picture = jpeg?.picture ?? (await renderedPicture(canvas, object, facts))
  if (!jpeg?.proved) canvas.plain = false
  if (picture) {
    const [before, after] = imageTag(matrix, clip)
    canvas.putPicture(before, picture, after)
  }
}

/** Returns the number of pictures that PDFium cannot decode, for a page that is not walked to its end. Decodes every picture. */
export function countUnreadable({ pdfium, page }: LoadedPage): number {
  const { api } = pdfium
  const countIn = (count: number, objectAt: (index: number) => number, depth: number): number => {
    let unreadable = 0
    for (let index = 0; index < Math.min(count, pageLimits.objects); index += 1) {
      const object = objectAt(index)
      const type = api.FPDFPageObj_GetType(object)
      if (type === OBJECT_FORM && depth < pageLimits.depth)
        unreadable += countIn(api.FPDFFormObj_CountObjects(object), (k) => api.FPDFFormObj_GetObject(object, k), depth + 1)
      if (type !== OBJECT_IMAGE) continue
      const bitmap = api.FPDFImageObj_GetBitmap(object)
      if (bitmap === 0) unreadable += 1
      else api.FPDFBitmap_Destroy(bitmap)
    }
    return unreadable
  }
  return countIn(api.FPDFPage_CountObjects(page), (k) => api.FPDFPage_GetObject(page, k), 0)
}
