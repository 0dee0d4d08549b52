import { ConversionError, type ConversionReason, type ConvertedOutlineItem } from "../converter.port"
import { COVER_WIDTH, type Cover, encodeCover } from "../cover-webp"
import type { DrawnPage, PageSource } from "../page.source"
import { encodeThumb, THUMB_WIDTH } from "../thumb-webp"
import type { Pixels } from "./bitmap-pixels"
import { ByteFonts } from "./byte-fonts"
import type { LoadedPage, PageCanvas } from "./page-canvas"
import { looksRight } from "./page-check"
import { leavesInk } from "./page-ink"
import { closePage, OpenedDocument, openPage, PdfiumError } from "./page-loading"
import { openPixels, RASTER_WIDTH, rasterSvg, renderPage } from "./page-raster"
import { readRuns } from "./page-runs"
import { isScan, readingPng } from "./page-scan"
import { readPageText } from "./page-text"
import { isMeaningless } from "../text-meaning"
import { renderThickened } from "./text-thickening"
import { writePage } from "./page-writer"
import { attachmentNotes, forbidsCopying, refusalOf } from "./document-kind"
import { countUnreadable } from "./image-writer"
import { readIntoMemory } from "./file-memory"
import { type FileMemory, type FileTraits, readTraits } from "./file-traits"
import { correctedLayers } from "./layer-correction"
import { readOutline } from "./pdf-outline"
import { isTrap, type Pdfium } from "./pdfium-module"
import { nameSlides } from "./slide-titles"

/** Values of FPDF_GetLastError: 3 format, 4 password, 5 security handler; the others mean damage as well. */
const reasonOfCode: Record<number, ConversionReason> = { 4: "encrypted", 5: "encrypted" }
/** Covers and thumbnails are rendered larger than they are stored, for smoother edges. */
const OVERSAMPLING = 2

/** Number of characters of a page that are examined for ink. */
const MAX_EXAMINED = 200

type Drawing = { svg: string | null; unreadable: number; lacksText: boolean }

/** Checks whether a bitmap of the page lacks text that the viewer's fonts would have drawn. */
const lacksText = ({ loaded, viewerText }: PageCanvas): boolean =>
  viewerText.slice(0, MAX_EXAMINED).some((box) => !leavesInk(loaded, box, 1))

/**
 * Returns the page as vectors, or null if only a bitmap would be correct, the number of pictures that cannot be displayed, and whether the
 * bitmap lacks text.
 */
async function drawVectors(loaded: LoadedPage): Promise<Drawing> {
  try {
    const canvas = await writePage(loaded)
    if (canvas.fatal !== null) return { svg: null, unreadable: countUnreadable(loaded), lacksText: lacksText(canvas) }
    const right = (canvas.plain && canvas.viewerText.length === 0) || (await looksRight(canvas))
    const unreadable = canvas.unreadablePictures
    return right ? { svg: canvas.toSvg(), unreadable, lacksText: false } : { svg: null, unreadable, lacksText: lacksText(canvas) }
  } catch (error) {
    // An image that cannot be encoded is left out of the page.
    if (isTrap(error)) throw error
    return { svg: null, unreadable: 0, lacksText: false }
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
    readonly noCopy: boolean,
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
      const codes = readPageText(this.pdfium, loaded.textPage)
      const unreadable = isMeaningless(codes)
      const text = unreadable ? "" : codes
      const textLayer = unreadable ? [] : readRuns(loaded)
      const scan = unreadable || isScan(loaded, text)
      const { svg, unreadable: pictures, lacksText: incomplete } = await drawVectors(loaded)
      const notes = [...unreadableNotes(page, pictures), ...(incomplete ? [`第 ${page} 页有文字缺少字体，预览中没有显示`] : [])]
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
      const text = readPageText(this.pdfium, loaded.textPage)
      return isMeaningless(text) ? "" : text
    } finally {
      closePage(loaded)
    }
  }

  outline(): ConvertedOutlineItem[] {
    const items = readOutline(this.pdfium, this.document, this.pages)
    return nameSlides(items, (page) => {
      const loaded = this.load(page)
      try {
        return isMeaningless(readPageText(this.pdfium, loaded.textPage)) ? [] : readRuns(loaded)
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
      const pixels = renderThickened(loaded, COVER_WIDTH * OVERSAMPLING)
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

type OpenFile = FileMemory & { document: number }

function loadFile({ api, memory }: Pdfium, file: FileMemory): OpenFile {
  const document = api.FPDF_LoadMemDocument(file.buffer, file.length, "")
  if (document !== 0) return { ...file, document }
  const code = api.FPDF_GetLastError()
  memory.free(file.buffer)
  throw new ConversionError(reasonOfCode[code] ?? "corrupt", { cause: new PdfiumError("opening", code) })
}

/** Replaces a document by a copy in which PDFium hides every layer that viewers hide, if there is a difference. */
function withoutLeaks(pdfium: Pdfium, file: OpenFile): OpenFile {
  const copy = correctedLayers(pdfium, file.document)
  if (copy === null) return file
  pdfium.api.FPDF_CloseDocument(file.document)
  pdfium.memory.free(file.buffer)
  const buffer = pdfium.memory.alloc(copy.length)
  pdfium.memory.write(buffer, copy)
  return loadFile(pdfium, { buffer, length: copy.length })
}

/** Opens a PDF. Throws ConversionError: encrypted if it needs a password, corrupt if PDFium cannot read it. */
export async function openPdf(pdfium: Pdfium, path: string): Promise<PageSource> {
  const original = loadFile(pdfium, await readIntoMemory(pdfium, path))
  const traits = readTraits(pdfium, original.document, original)
  const noCopy = forbidsCopying(pdfium, original.document)
  const file = traits.hidesLayers ? withoutLeaks(pdfium, original) : original
  const source = new PdfSource(pdfium, file.document, file.buffer, traits, noCopy)
  const refusal = refusalOf(pdfium, file.document, file)
  if (refusal === null && source.pages > 0) return source
  source.close()
  throw refusal ?? new ConversionError("corrupt", { cause: new Error("the document has no pages") })
}
