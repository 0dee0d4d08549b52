import sharp, { type Sharp } from "sharp"
import { ConversionError, type ConvertedOutlineItem } from "../converter.port"
import { COVER_WIDTH, type Cover, encodeCover } from "../cover-webp"
import { ZipArchive } from "../inspect/zip-archive"
import { boundOutline } from "../outline-bounds"
import type { DrawnPage, PageSource } from "../page.source"
import type { Pdfium } from "../pdf/pdfium-module"
import { svgOpen, twoDecimals } from "../svg"
import { encodeThumb, THUMB_WIDTH } from "../thumb-webp"
import { drawOfdPage, type OfdPage } from "./ofd-drawing"
import { OfdArchive } from "./ofd-archive"
import { ofdLimits } from "./ofd-canvas"
import { type OfdDocument, readDocuments } from "./ofd-document"
import { OfdFonts } from "./ofd-fonts"
import { outlineOf } from "./ofd-targets"
import { Pictures } from "./pictures"
import type { PageNote } from "./drawing-scope"

const OVERSAMPLING = 2
const RASTER_WIDTH = 1400
const READING_WIDTH = 2000
/** A page with fewer characters that pictures cover is a scan, as in PDF. */
const FEW_CHARACTERS = 5
const COVERED = 0.7
const MAX_NAMES = 20

const noteTexts: Record<PageNote, string> = {
  picture: "有图片无法显示",
  font: "有嵌入字体无法读取，已用相近字体代替",
  gradient: "有渐变色无法显示，已用相近颜色代替",
}

/** Returns the parts of the documents that are not displayed. */
function notesOf(documents: readonly OfdDocument[]): string[] {
  const notes: string[] = []
  if (documents.some(({ signatures }) => signatures > 0)) notes.push("印章未经验证")
  const unreadable = documents.reduce((sum, document) => sum + document.unreadableSeals, 0)
  if (unreadable > 0) notes.push(`有 ${unreadable} 个印章无法显示`)
  const attachments = documents.flatMap((document) => document.attachments)
  const names = attachments.slice(0, MAX_NAMES).map((name) => name.replace(/\s+/g, " ").slice(0, 100) || "未命名")
  const more = attachments.length > MAX_NAMES ? "等" : ""
  if (names.length > 0) notes.push(`文件带有 ${attachments.length} 个附件，预览中不显示：${names.join("、")}${more}`)
  if (documents.some(({ resources }) => resources.hasFilms)) notes.push("文件带有音频或视频，预览中不显示")
  return notes
}

class OfdSource implements PageSource {
  readonly notes: readonly string[]
  private readonly entries: ReadonlyArray<{ document: OfdDocument; index: number }>
  private readonly fonts = new OfdFonts()
  private readonly pictures: Pictures
  /** The page that was drawn last: its cover and its reading picture follow. */
  private last: { page: number; drawn: OfdPage } | null = null

  constructor(
    private readonly archive: OfdArchive,
    private readonly documents: readonly OfdDocument[],
    pdfium: () => Promise<Pdfium>,
  ) {
    this.entries = documents.flatMap((document) => document.pages.map((_, index) => ({ document, index })))
    this.pictures = new Pictures(pdfium)
    this.notes = notesOf(documents)
  }

  get pages(): number {
    return this.entries.length
  }

  async drawPage(page: number): Promise<DrawnPage> {
    const drawn = await this.draw(page)
    const { width, height, text, runs, links } = drawn
    const scan = text.replace(/\s/g, "").length < FEW_CHARACTERS && drawn.pictured >= width * height * COVERED
    const common = {
      width,
      height,
      text,
      textLayer: runs,
      links,
      scan,
      notes: [...drawn.notes].map((note) => `第 ${page} 页${noteTexts[note]}`),
    }
    const thumb = await encodeThumb(this.pictureOf(drawn, THUMB_WIDTH), width, height).catch(() => null)
    if (drawn.svg.length <= ofdLimits.bytes) return { ...common, svg: drawn.svg, thumb, kind: "vector" }
    return { ...common, svg: await this.rasterSvg(drawn), thumb, kind: "raster" }
  }

  async textOf(page: number): Promise<string> {
    return (await this.draw(page)).text
  }

  outline(): ConvertedOutlineItem[] {
    const items = this.documents.flatMap((document, index) => outlineOf(document, this.firstPage(index)))
    return boundOutline(items, this.pages)
  }

  async readingPicture(page: number): Promise<Buffer | null> {
    const drawn = await this.draw(page)
    return this.pictureOf(drawn, READING_WIDTH, 1).flatten({ background: "#fff" }).greyscale().png({ compressionLevel: 3 }).toBuffer()
  }

  async drawCover(): Promise<Cover> {
    const drawn = await this.draw(1)
    return encodeCover(this.pictureOf(drawn, COVER_WIDTH), drawn.width, drawn.height)
  }

  close(): void {
    this.archive.zip.close()
  }

  private firstPage(document: number): number {
    return 1 + this.documents.slice(0, document).reduce((sum, { pages }) => sum + pages.length, 0)
  }

  private async draw(page: number): Promise<OfdPage> {
    if (this.last?.page === page) return this.last.drawn
    const entry = this.entries[page - 1]
    if (!entry) throw new ConversionError("corrupt", { cause: new Error(`there is no page ${page}`) })
    const { document, index } = entry
    const firstPage = this.firstPage(this.documents.indexOf(document))
    const { fonts, pictures, pages } = this
    const drawn = await drawOfdPage({ document, index, firstPage, pages, fonts, pictures })
    this.last = { page, drawn }
    return drawn
  }

  private pictureOf({ svg, width }: OfdPage, target: number, oversampling = OVERSAMPLING): Sharp {
    const density = Math.max(1, Math.min(2400, (72 * target * oversampling) / width))
    return sharp(Buffer.from(svg), { density, unlimited: true })
  }

  private async rasterSvg(drawn: OfdPage): Promise<string> {
    const webp = await this.pictureOf(drawn, RASTER_WIDTH, 1).flatten({ background: "#fff" }).webp({ quality: 82 }).toBuffer()
    const size = `width="${twoDecimals(drawn.width)}" height="${twoDecimals(drawn.height)}"`
    return `${svgOpen(drawn)}<image ${size} href="data:image/webp;base64,${webp.toString("base64")}"/></svg>`
  }
}

/**
 * Opens an OFD file (GB/T 33190): the pages of all its documents. Throws ConversionError: corrupt, encrypted, empty, hollow, cyclic, outside,
 * too_large.
 */
export async function openOfd(file: string, pdfium: () => Promise<Pdfium>): Promise<PageSource> {
  const zip = await ZipArchive.open(file).catch((error: unknown) => {
    throw new ConversionError("corrupt", { cause: error })
  })
  try {
    const archive = new OfdArchive(zip)
    return new OfdSource(archive, await readDocuments(archive), pdfium)
  } catch (error) {
    zip.close()
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  }
}
