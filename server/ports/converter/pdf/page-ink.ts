import type { Matrix, PdfBox } from "./matrix"
import type { Pdfium } from "./pdfium-module"

const ALPHA_SHIFT = 24

/** A loaded page with its size and its matrix from user space to page space, in PDFium's units. */
export type PageView = { pdfium: Pdfium; page: number; width: number; height: number; base: Matrix }

/** Renders a box of the page (page space) without paper and checks whether anything is drawn. `flags` are those of FPDF_RenderPageBitmap. */
export function leavesInk({ pdfium, page }: PageView, box: PdfBox, scale: number, flags = 0): boolean {
  const { api, memory } = pdfium
  const width = Math.max(1, Math.ceil((box.right - box.left) * scale))
  const height = Math.max(1, Math.ceil((box.top - box.bottom) * scale))
  const bitmap = api.FPDFBitmap_Create(width, height, 1)
  if (bitmap === 0) return true
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0)
    memory.writeFloats(memory.at(0), [scale, 0, 0, scale, -box.left * scale, -box.bottom * scale])
    // FS_RECTF: left, top, right, bottom
    memory.writeFloats(memory.at(32), [0, 0, width, height])
    api.FPDF_RenderPageBitmapWithMatrix(bitmap, page, memory.at(0), memory.at(32), flags)
    const bytes = memory.view(api.FPDFBitmap_GetBuffer(bitmap), api.FPDFBitmap_GetStride(bitmap) * height)
    const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
    return pixels.some((pixel) => pixel >>> ALPHA_SHIFT > 0)
  } finally {
    api.FPDFBitmap_Destroy(bitmap)
  }
}
