import type { Pdfium } from "./pdfium-module"

const FORMAT_BGR = 2
const FORMAT_BGRX = 3
const FORMAT_BGRA_PREMULTIPLIED = 5
const MAX_PIXELS = 4e7

/** RGBA, 4 bytes per pixel, no padding. */
export type Pixels = { data: Buffer; width: number; height: number }

/** Copies a PDFium bitmap out of its memory and destroys it; returns null for unsupported formats and sizes. */
export function takePixels({ api, memory }: Pdfium, bitmap: number): Pixels | null {
  const [width, height] = [api.FPDFBitmap_GetWidth(bitmap), api.FPDFBitmap_GetHeight(bitmap)]
  const format = api.FPDFBitmap_GetFormat(bitmap)
  if (format < FORMAT_BGR || format > FORMAT_BGRA_PREMULTIPLIED || width * height > MAX_PIXELS || width * height === 0) {
    api.FPDFBitmap_Destroy(bitmap)
    return null
  }
  const stride = api.FPDFBitmap_GetStride(bitmap)
  const source = memory.view(api.FPDFBitmap_GetBuffer(bitmap), stride * height)
  const step = format === FORMAT_BGR ? 3 : 4
  const opaque = format === FORMAT_BGR || format === FORMAT_BGRX
  const data = Buffer.allocUnsafe(width * height * 4)
  let to = 0
  for (let y = 0; y < height; y += 1) {
    let from = y * stride
    for (let x = 0; x < width; x += 1, from += step, to += 4) {
      const alpha = opaque ? 255 : (source[from + 3] ?? 0)
      const gain = format === FORMAT_BGRA_PREMULTIPLIED && alpha > 0 && alpha < 255 ? 255 / alpha : 1
      data[to] = Math.min(255, (source[from + 2] ?? 0) * gain)
      data[to + 1] = Math.min(255, (source[from + 1] ?? 0) * gain)
      data[to + 2] = Math.min(255, (source[from] ?? 0) * gain)
      data[to + 3] = alpha
    }
  }
  api.FPDFBitmap_Destroy(bitmap)
  return { data, width, height }
}

export type PixelRectangle = { x: number; y: number; width: number; height: number }

/** Copies a part of the pixels; the rectangle must lie inside. */
export function cropPixels(pixels: Pixels, { x, y, width, height }: PixelRectangle): Pixels {
  const data = Buffer.allocUnsafe(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * pixels.width + x) * 4
    pixels.data.copy(data, row * width * 4, from, from + width * 4)
  }
  return { data, width, height }
}
