import { gunzip, gzip } from "node:zlib"
import { promisify } from "node:util"
import { ConversionError, imprintedPages } from "../converter.port"
import type { FontFiles } from "../font-files"
import { recropCover } from "../cover-webp"
import { openArchive } from "../archive/archive.source"
import { openImage } from "../images/image.source"
import { hasEquations } from "../office/equations"
import { writeObjectSheets } from "../office/object-sheets"
import { rewritePackage } from "../office/package-rewriting"
import { unlockWorkbook } from "../office/default-password"
import { mayHaveRevisions } from "../office/tracked-changes"
import { drawPicture } from "../../pictures/picture-drawing"
import { PictureError, type PictureRefusal } from "../../pictures/pictures.port"
import { openMail } from "../mail/mail.source"
import { openMindmap } from "../mindmap/mindmap.source"
import { openOfd } from "../ofd/ofd.source"
import { readImprint } from "../page-imprint"
import type { DrawnPage, PageSource } from "../page.source"
import { extractAttachment } from "../pdf/attachments"
import { withInk } from "../pdf/ink-sheet"
import { openPdf } from "../pdf/pdf.source"
import { isTrap, loadPdfium, type Pdfium } from "../pdf/pdfium-module"
import { installSystemFonts } from "../pdf/system-fonts"
import { openEbook } from "../text/epub.source"
import { openMobi } from "../text/mobi.source"
import { drawObjects } from "../sheets/object-pictures"
import { openSheets, type OpenedSheets } from "../sheets/open-sheets"
import { openText } from "../text/text.source"
import { drawTitleCover } from "../title-cover"
import type { ChildCalls, ChildReply, ChildRequest } from "./child-protocol"

const compress = promisify(gzip)
const decompress: (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer> = promisify(gunzip)

/** Maximum size of an unpacked page. */
const MAX_PAGE_BYTES = 32e6

const thickened = async (packed: Buffer): Promise<Buffer | null> => {
  const svg = (await decompress(packed, { maxOutputLength: MAX_PAGE_BYTES })).toString("utf8")
  const inked = withInk(svg)
  return inked === svg ? null : compress(inked, { level: 6 })
}

/** The perceptual hash of a scanned page; null for other pages, and for one without a thumbnail. */
const imprintOfScan = ({ scan, thumb }: Pick<DrawnPage, "scan" | "thumb">): Promise<bigint | null> | null =>
  scan && thumb ? readImprint(thumb) : null

const refusalOf = (error: unknown): { refused: PictureRefusal } => {
  if (error instanceof PictureError) return { refused: error.reason }
  throw error
}

/** The child program without its transport: it handles one open document at a time. */
export class ChildProgram {
  /** Loaded immediately, so that a waiting child is a warm one. */
  private readonly pdfium: Promise<Pdfium> = loadPdfium()
  private fontsInstalled = false
  private source: PageSource | null = null
  /** The most recently read spreadsheet. */
  private sheets: OpenedSheets | null = null

  constructor() {
    // The error is reported when a PDF is opened; other formats do not need PDFium.
    this.pdfium.catch(() => undefined)
  }

  async answer(request: ChildRequest): Promise<ChildReply> {
    try {
      return { id: request.id, ok: true, output: await this.run(request) }
    } catch (error) {
      const isConversionError = error instanceof ConversionError
      const cause = isConversionError && error.cause instanceof Error ? error.cause : error
      return { id: request.id, ok: false, reason: isConversionError ? error.reason : null, broken: isTrap(error), message: String(cause) }
    }
  }

  private async run(request: ChildRequest): Promise<ChildCalls[keyof ChildCalls]["output"]> {
    switch (request.call) {
      case "open":
        this.closeSource()
        this.source = await this.openSource(request.input)
        return { pages: this.source.pages, notes: this.source.notes ?? [], noCopy: this.source.noCopy ?? false }
      case "page": {
        const { svg, ...page } = await this.opened().drawPage(request.input.page)
        const imprint = request.input.page <= imprintedPages ? await imprintOfScan(page) : null
        return { ...page, svg: await compress(svg, { level: 6 }), ...(imprint !== null && { imprint }) }
      }
      case "outline":
        return { items: this.opened().outline() }
      case "picture":
        return { png: await this.opened().readingPicture(request.input.page) }
      case "cover":
        return this.opened().drawCover()
      case "title":
        return drawTitleCover(request.input)
      case "recrop":
        // over the channel a Buffer arrives as a view of a larger buffer
        return recropCover(Buffer.from(request.input.webp))
      case "thicken":
        return { svg: await thickened(Buffer.from(request.input.svg)) }
      case "texts": {
        const { from, to } = request.input
        const texts: string[] = []
        for (let page = from; page <= to; page += 1) texts.push(await this.textOf(page))
        return { texts }
      }
      case "rewrite": {
        const { from, to, ext } = request.input
        return { rewritten: await rewritePackage(from, to, ext) }
      }
      case "unlock":
        return { rewritten: await unlockWorkbook(request.input.from, request.input.to) }
      case "revisions":
        return { revisions: await mayHaveRevisions(request.input.file) }
      case "equations":
        return { equations: await hasEquations(request.input.file) }
      case "extract": {
        const { from, to, skip } = request.input
        return extractAttachment(await this.pdfium, from, to, skip)
      }
      case "sheets": {
        const { file, ext, encoding, maxBlocks } = request.input
        const opened = await openSheets(file, ext, maxBlocks, encoding)
        this.sheets = opened
        return { book: opened?.book ?? null, filled: [...(opened?.blocks.keys() ?? [])], objects: opened?.objects.list.length ?? 0 }
      }
      case "rows":
        return { rows: this.sheets?.blocks.get(request.input.block) ?? null }
      case "objects": {
        const { from, to } = request.input
        return { rewritten: this.sheets !== null && (await writeObjectSheets(from, to, this.sheets.objects.list)) }
      }
      case "cut": {
        const { sheets } = this
        return { drawn: sheets && (await drawObjects(await this.pdfium, request.input.file, sheets.book, sheets.objects)) }
      }
      case "redraw":
        return drawPicture(request.input.file, request.input.how).catch(refusalOf)
      case "close":
        this.closeSource()
        this.sheets = null
        return {}
    }
  }

  private async openSource({ kind, file, ext, encoding, fonts, maxLength }: ChildCalls["open"]["input"]): Promise<PageSource> {
    if (kind === "text") return openText(file, ext, maxLength, encoding)
    if (kind === "ebook") return ext === ".epub" ? openEbook(file, maxLength) : openMobi(file, maxLength)
    if (kind === "image") return openImage(file, ext)
    if (kind === "archive") return openArchive(file, ext, maxLength)
    if (kind === "mail") return openMail(file, ext, maxLength)
    if (kind === "mindmap") return openMindmap(file, ext, maxLength)
    if (kind === "ofd") return openOfd(file, () => this.pdfium)
    return openPdf(await this.loaded(fonts), file)
  }

  private async loaded(fonts: FontFiles): Promise<Pdfium> {
    const pdfium = await this.pdfium
    if (!this.fontsInstalled) installSystemFonts(pdfium, fonts)
    this.fontsInstalled = true
    return pdfium
  }

  /** One damaged page must not lose the text of the others. */
  private async textOf(page: number): Promise<string> {
    try {
      return await this.opened().textOf(page)
    } catch (error) {
      if (isTrap(error)) throw error
      return ""
    }
  }

  private opened(): PageSource {
    if (this.source === null) throw new Error("no document is open")
    return this.source
  }

  private closeSource(): void {
    this.source?.close()
    this.source = null
  }
}
