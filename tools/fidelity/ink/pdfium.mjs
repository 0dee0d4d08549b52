import { readFileSync } from "node:fs"
import sharp from "sharp"
import { importTypeScript } from "../../../scripts/lib/bundle.mjs"

/** Opens PDFs in this process and returns PDFium's own picture of a page at a width in pixels, as PNG. */
export async function openPdfium() {
  const { loadPdfium } = await importTypeScript("server/ports/converter/pdf/pdfium-module.ts")
  const { renderPage } = await importTypeScript("server/ports/converter/pdf/page-raster.ts")
  const pdfium = await loadPdfium()
  const { api, memory } = pdfium
  return (path) => {
    const file = readFileSync(path)
    const buffer = memory.alloc(file.length)
    memory.write(buffer, file)
    const document = api.FPDF_LoadMemDocument(buffer, file.length, "")
    const draw = async (number, width) => {
      const page = api.FPDF_LoadPage(document, number - 1)
      const size = { width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) }
      const pixels = renderPage({ pdfium, page, ...size }, width)
      api.FPDF_ClosePage(page)
      return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
        .removeAlpha()
        .png({ compressionLevel: 1 })
        .toBuffer()
    }
    const close = () => {
      api.FPDF_CloseDocument(document)
      memory.free(buffer)
    }
    return { draw, close }
  }
}
