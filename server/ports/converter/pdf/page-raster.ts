import sharp, { type Sharp } from "sharp"
import { svgOpen, twoDecimals } from "../svg"
import type { LoadedPage } from "./page-canvas"
import type { Pixels } from "./bitmap-pixels"

const RENDER_ANNOTATIONS = 0x01
const RENDER_RGB_ORDER = 0x10
const OPAQUE_WHITE = 0xffffffff
const MAX_PIXELS = 8e6
/** Width in pixels of a page that is served as a bitmap. */
export const RASTER_WIDTH = 1400
/** A near-lossless page above this size is also tried as lossy. */
const LOSSLESS_ENOUGH_BYTES = 90_000
const WORTHWHILE = 0.8

/** Returns PDFium's rendering of a page, about `width` pixels wide; the area is clamped. Alpha is unset. */
export function renderPage(
  { pdfium, page, width, height }: Pick<LoadedPage, "pdfium" | "page" | "width" | "height">,
  targetWidth: number,
): Pixels {
  const { api, memory } = pdfium
  const ratio = height / width
  const across = Math.max(1, Math.round(Math.min(targetWidth, Math.sqrt(MAX_PIXELS / ratio))))
  const down = Math.max(1, Math.min(MAX_PIXELS, Math.round(across * ratio)))
  const bitmap = api.FPDFBitmap_Create(across, down, 0)
  if (bitmap === 0) throw new RangeError(`pdfium could not make a bitmap of ${across} x ${down}`)
  api.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, OPAQUE_WHITE)
  api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, RENDER_ANNOTATIONS | RENDER_RGB_ORDER)
  const stride = api.FPDFBitmap_GetStride(bitmap)
  const data = Buffer.from(memory.view(api.FPDFBitmap_GetBuffer(bitmap), stride * down))
  api.FPDFBitmap_Destroy(bitmap)
  return { data, width: across, height: down }
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** Wraps the page's pixels as one WebP in an SVG: near-lossless unless lossy is much smaller. */
export async function rasterSvg(loaded: LoadedPage, pixels: Pixels): Promise<string> {
  let webp = await openPixels(pixels).webp({ nearLossless: true, quality: 60, effort: 2 }).toBuffer()
  if (webp.length > LOSSLESS_ENOUGH_BYTES) {
    const lossy = await openPixels(pixels).webp({ quality: 78, effort: 3, smartSubsample: true }).toBuffer()
    if (lossy.length < webp.length * WORTHWHILE) webp = lossy
  }
  const size = `width="${twoDecimals(loaded.width)}" height="${twoDecimals(loaded.height)}"`
  return `${svgOpen(loaded)}<image ${size} href="data:image/webp;base64,${webp.toString("base64")}"/></svg>`
}
