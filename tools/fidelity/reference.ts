import { readFileSync } from "node:fs"
import { ByteFonts } from "../../server/ports/converter/pdf/byte-fonts"
import { refusalOf } from "../../server/ports/converter/pdf/document-kind"
import { readTraits } from "../../server/ports/converter/pdf/file-traits"
import { correctedLayers } from "../../server/ports/converter/pdf/layer-correction"
import type { LoadedPage } from "../../server/ports/converter/pdf/page-canvas"
import { closePage, OpenedDocument, openPage } from "../../server/ports/converter/pdf/page-loading"
import { openPixels, renderPage } from "../../server/ports/converter/pdf/page-raster"
import { loadPdfium, type Pdfium } from "../../server/ports/converter/pdf/pdfium-module"

type Reference = {
  /** Returns page `page` (1-based) as PNG, `width` pixels wide. */
  draw(page: number, width: number): Promise<Buffer>
  close(): void
}

type LoadedFile = { buffer: number; length: number; document: number }

let loading: Promise<Pdfium> | null = null

function loadFile({ api, memory }: Pdfium, content: Uint8Array): LoadedFile {
  const buffer = memory.alloc(Math.max(content.length, 1))
  memory.write(buffer, content)
  const document = api.FPDF_LoadMemDocument(buffer, content.length, "")
  if (document !== 0) return { buffer, length: content.length, document }
  memory.free(buffer)
  throw new Error("PDFium 打不开这个文件")
}

/**
 * Opens a PDF in this process for PDFium's own drawings of its pages: with the annotations, fields and fonts that viewers add, without
 * hidden layers. Returns null for a file whose own pages are not published, as a portfolio.
 */
export async function openReference(path: string): Promise<Reference | null> {
  const pdfium = await (loading ??= loadPdfium())
  const { api, memory } = pdfium
  let file = loadFile(pdfium, readFileSync(path))
  const unload = (): void => {
    api.FPDF_CloseDocument(file.document)
    memory.free(file.buffer)
  }
  if (refusalOf(pdfium, file.document, file) !== null) {
    unload()
    return null
  }
  const traits = readTraits(pdfium, file.document, file)
  const corrected = traits.hidesLayers ? correctedLayers(pdfium, file.document) : null
  if (corrected !== null) {
    unload()
    file = loadFile(pdfium, corrected)
  }
  const opened = new OpenedDocument(pdfium, file.document, traits)
  const fonts = new ByteFonts(pdfium, file.document)
  const load = (index: number): LoadedPage => {
    const loaded = openPage(pdfium, file.document, index, opened)
    const document = fonts.documentOf(index, loaded.textPage)
    if (document === file.document) return loaded
    closePage(loaded)
    return openPage(pdfium, document, index, opened)
  }
  return {
    draw: async (page, width) => {
      const loaded = load(page - 1)
      try {
        return await openPixels(renderPage(loaded, width)).png({ compressionLevel: 1 }).toBuffer()
      } finally {
        closePage(loaded)
      }
    },
    close: () => {
      opened.close()
      fonts.close()
      unload()
    },
  }
}
