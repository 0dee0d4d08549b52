import { ConversionError, type ConversionReason, type ConvertedOutlineItem } from "../converter.port"
import { COVER_WIDTH, type Cover, encodeCover } from "../cover-webp"
import type { DrawnPage, PageSource } from "../page.source"
import { encodeThumb, THUMB_WIDTH } from "../thumb-webp"
import type { Pixels } from "./bitmap-pixels"
import { ByteFonts } from "./byte-fonts"
import type { LoadedPage } from "./page-canvas"
import { looksRight } from "./page-check"
import { closePage, OpenedDocument, openPage, PdfiumError } from "./page-loading"
import { openPixels, RASTER_WIDTH, rasterSvg, renderPage } from "./page-raster"
import { readRuns } from "./page-runs"
import { isScan, readingPng } from "./page-scan"
import { readPageText } from "./page-text"
import { writePage } from "./page-writer"
import { attachmentNotes, refusalOf } from "./document-kind"
import { countUnreadable } from "./image-writer"
import { readIntoMemory } from "./file-memory"
import { type FileTraits, readTraits } from "./file-traits"
import { readOutline } from "./pdf-outline"
import { isTrap, type Pdfium } from "./pdfium-module"
import { nameSlides } from "./slide-titles"

/** Values of FPDF_GetLastError: 3 format, 4 password, 5 security handler; the others mean damage as well. */
const reasonOfCode: Record<number, ConversionReason> = { 4: "encrypted", 5: "encrypted" }
/** Covers and thumbnails are rendered larger than they are stored, for smoother edges. */
const OVERSAMPLING = 2

type Drawing = { svg: string | null; unreadable: number }

/** Returns the page as vectors, or null if only a bitmap would be correct, and the number of pictures that cannot be displayed. */
async function drawVectors(loaded: LoadedPage): Promise<Drawing> {
  try {
    const canvas = await writePage(loaded)
    if (canvas.fatal !== null) return { svg: null, unreadable: countUnreadable(loaded) }
    const right = canvas.plain || canvas.usesViewerFonts || (await looksRight(canvas))
    return { svg: right ? canvas.toSvg() : null, unreadable: canvas.unreadablePictures }
  } catch (error) {
    // An image that cannot be encoded is left out of the page.
    if (isTrap(error)) throw error
    return { svg: null, unreadable: 0 }
  }
}

function unreadableNotes(page: number, pictures: number): string[] {
  if (pictures === 0) return []
  return [pictures === 1 ? `第 ${page} 页有一张图片无法显示` : `第 ${page} 页有 ${pictures} 张图片无法显示`]
}

async function thumbOf(loaded: LoadedPage, pixels?: Pixels): Promise<Buffer | null> {
  try {
    return await encodeThumb(openPixels(pixels ?? renderPage(loaded, THUMB_WIDTH * OVERSAMPLING)), loaded.width, loaded.height)
  } catch (error) {
    // A page whose thumbnail cannot be made is stored without one.
    if (isTrap(error)) throw error
    return null
  }
}

class PdfSource implements PageSource {
  readonly pages: number
  readonly notes: readonly string[]
  private readonly opened: OpenedDocument
  private readonly byteFonts: ByteFonts

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
    private readonly buffer: number,
    traits: FileTraits,
  ) {
    this.opened = new OpenedDocument(pdfium, document, traits)
    this.pages = pdfium.api.FPDF_GetPageCount(document)
    this.notes = attachmentNotes(pdfium, document)
    this.byteFonts = new ByteFonts(pdfium, document)
  }

  /** Loads a page, from the copy with readable fonts if it needs them. */
  private load(page: number): LoadedPage {
    const loaded = openPage(this.pdfium, this.document, page - 1, this.opened)
    const document = this.byteFonts.documentOf(page - 1, loaded.textPage)
    if (document === this.document) return loaded
    closePage(loaded)
    return openPage(this.pdfium, document, page - 1, this.opened)
  }

  async drawPage(page: number): Promise<DrawnPage> {
    const loaded = this.load(page)
    try {
      const { width, height, links } = loaded
      const text = readPageText(this.pdfium, loaded.textPage)
      const textLayer = readRuns(loaded)
      const scan = isScan(loaded, text)
      const { svg, unreadable } = await drawVectors(loaded)
      const notes = unreadableNotes(page, unreadable)
      if (svg !== null) return { svg, thumb: await thumbOf(loaded), width, height, text, textLayer, links, scan, notes, kind: "vector" }
      // a page that is slow to render is rendered only once
      const pixels = renderPage(loaded, RASTER_WIDTH)
      return {
        svg: await rasterSvg(loaded, pixels),
        thumb: await thumbOf(loaded, pixels),
        width,
        height,
        text,
        textLayer,
        links,
        scan,
        notes,
        kind: "raster",
      }
    } finally {
      closePage(loaded)
    }
  }

  textOf(page: number): string {
    const loaded = this.load(page)
    try {
      return readPageText(this.pdfium, loaded.textPage)
    } finally {
      closePage(loaded)
    }
  }

  outline(): ConvertedOutlineItem[] {
    const items = readOutline(this.pdfium, this.document, this.pages)
    return nameSlides(items, (page) => {
      const loaded = this.load(page)
      try {
        return readRuns(loaded)
      } finally {
        closePage(loaded)
      }
    })
  }

  async readingPicture(page: number): Promise<Buffer | null> {
    const loaded = this.load(page)
    try {
      return await readingPng(loaded)
    } finally {
      closePage(loaded)
    }
  }

  async drawCover(): Promise<Cover> {
    const loaded = this.load(1)
    try {
      const pixels = renderPage(loaded, COVER_WIDTH * OVERSAMPLING)
      return await encodeCover(openPixels(pixels), loaded.width, loaded.height)
    } finally {
      closePage(loaded)
    }
  }

  close(): void {
    this.opened.close()
    this.byteFonts.close()
    this.pdfium.api.FPDF_CloseDocument(this.document)
    this.pdfium.memory.free(this.buffer)
  }
}

/** Opens a PDF. Throws ConversionError: encrypted if it needs a password, corrupt if PDFium cannot read it. */
export async function openPdf(pdfium: Pdfium, file: string): Promise<PageSource> {
  const { api, memory } = pdfium
  const { buffer, length } = await readIntoMemory(pdfium, file)
  const document = api.FPDF_LoadMemDocument(buffer, length, "")
  if (document === 0) {
    const code = api.FPDF_GetLastError()
    memory.free(buffer)
    throw new ConversionError(reasonOfCode[code] ?? "corrupt", { cause: new PdfiumError("opening", code) })
  }
  const source = new PdfSource(pdfium, document, buffer, readTraits(pdfium, document, { buffer, length }))
  const refusal = refusalOf(pdfium, document, { buffer, length })
  if (refusal === null && source.pages > 0) return source
  source.close()
  throw refusal ?? new ConversionError("corrupt", { cause: new Error("the document has no pages") })
}
