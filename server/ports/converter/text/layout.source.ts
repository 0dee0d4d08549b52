import sharp, { type Sharp } from "sharp"
import type { ConvertedOutlineItem, ConvertedPageLink } from "../converter.port"
import { COVER_WIDTH, type Cover, encodeCover } from "../cover-webp"
import { boundOutline } from "../outline-bounds"
import { LinkCollector } from "../page-links"
import type { DrawnPage, PageSource } from "../page.source"
import { toSearchText } from "../search-text"
import { RunCollector } from "../text-runs"
import { type PageSize, svgOpen, twoDecimals, whitePaper } from "../svg"
import { encodeThumb, THUMB_WIDTH } from "../thumb-webp"
import { addLineRun, addPictureRuns, lineSvg, SERIF_FAMILY } from "./line-drawing"
import { hasRareCharacters, RareCharacters } from "./rare-characters"
import { type LayoutDocument, type LayoutImage, type LayoutLine, type LayoutPiece, positionOfAnchor } from "./page-flow"

const OVERSAMPLING = 2

async function imageTag({ image, x, y, width, height }: LayoutImage): Promise<string> {
  const uri = await image.dataUri().catch(() => "")
  if (uri === "") return ""
  return `<image x="${twoDecimals(x)}" y="${twoDecimals(y)}" width="${twoDecimals(width)}" height="${twoDecimals(height)}" href="${uri}"/>`
}

function isLine(piece: LayoutPiece): piece is LayoutLine {
  return typeof piece !== "string" && "line" in piece
}

function isImage(piece: LayoutPiece): piece is LayoutImage {
  return typeof piece !== "string" && "image" in piece
}

/** The parts of a book beyond its pages. */
type BookParts = {
  /** The book's own table of contents. Without one the headings are used. */
  contents?: readonly ConvertedOutlineItem[]
  /** Parts that are not displayed, as Chinese sentences for the uploader. */
  notes?: readonly string[]
  /** Reads the picture that the book declares as its cover; null if there is none. */
  cover?: () => Promise<Buffer | null>
  onClose?: () => void
}

const MAX_COVER_PIXELS = 50_000_000

/** Encodes the picture of a book's cover in its own aspect ratio; null if it cannot be read. */
async function encodeBookCover(bytes: Buffer): Promise<Cover | null> {
  const picture = sharp(bytes, { limitInputPixels: MAX_COVER_PIXELS }).rotate()
  const { autoOrient } = await picture.metadata()
  return encodeCover(picture, autoOrient.width, autoOrient.height, { photograph: true })
}

/** Pages of a text layout. Text is rendered in the viewer's fonts. */
export class LayoutSource implements PageSource {
  constructor(
    private readonly laid: LayoutDocument,
    private readonly size: PageSize,
    private readonly book: BookParts = {},
  ) {}

  get notes(): readonly string[] {
    return this.book.notes ?? []
  }

  get pages(): number {
    return this.laid.pages.length
  }

  async drawPage(page: number): Promise<DrawnPage> {
    const { width, height } = this.size
    const textLayer = new RunCollector()
    for (const piece of this.piecesOf(page)) {
      if (isLine(piece)) addLineRun(textLayer, piece)
      else if (isImage(piece)) addPictureRuns(textLayer, piece)
    }
    const svg = await this.svgOf(page)
    const thumb = await encodeThumb(this.pictureOf(svg, THUMB_WIDTH), width, height).catch(() => null)
    return {
      svg,
      thumb,
      width,
      height,
      text: this.textOf(page),
      textLayer: textLayer.runs,
      links: this.linksOf(page),
      kind: "vector",
      scan: false,
    }
  }

  textOf(page: number): string {
    return toSearchText(this.laid.pages[page - 1]?.text ?? "")
  }

  outline(): ConvertedOutlineItem[] {
    const contents = boundOutline(this.book.contents ?? [], this.pages)
    return contents.length > 0 ? contents : boundOutline(this.laid.headings, this.pages)
  }

  readingPicture(): Promise<null> {
    return Promise.resolve(null)
  }

  async drawCover(): Promise<Cover> {
    const declared = await this.book.cover?.().catch(() => null)
    const bookCover = declared ? await encodeBookCover(declared).catch(() => null) : null
    if (bookCover) return bookCover
    const { width, height } = this.size
    const cover = await encodeCover(this.pictureOf(await this.svgOf(1), COVER_WIDTH), width, height)
    // lines of text say less than the title; the first page of a book is its cover if it contains a picture
    const pictured = this.piecesOf(1).some((piece) => isImage(piece) && piece.width * piece.height > (width * height) / 5)
    return { ...cover, faint: !pictured }
  }

  close(): void {
    this.book.onClose?.()
  }

  private linksOf(page: number): ConvertedPageLink[] {
    const { width, height } = this.size
    const collector = new LinkCollector(width, height, this.pages)
    for (const { x, y, width: wide, height: high, target } of this.laid.pages[page - 1]?.links ?? []) {
      const anchor = positionOfAnchor(this.laid, target)
      collector.add([x, y, x + wide, y + high], anchor?.page ?? 0, anchor?.y ?? 0, target)
    }
    return collector.links
  }

  private pictureOf(svg: string, width: number): Sharp {
    return sharp(Buffer.from(svg), { density: (72 * width * OVERSAMPLING) / this.size.width })
  }

  private piecesOf(page: number): readonly LayoutPiece[] {
    return this.laid.pages[page - 1]?.pieces ?? []
  }

  private async svgOf(page: number): Promise<string> {
    let body = ""
    const rare = new RareCharacters()
    const drawLine = (line: LayoutLine): string | Promise<string> => (hasRareCharacters(line.line) ? rare.lineSvg(line) : lineSvg(line))
    // One image after the other, because each may be large.
    for (const piece of this.piecesOf(page))
      body += typeof piece === "string" ? piece : isLine(piece) ? await drawLine(piece) : await imageTag(piece)
    return `${svgOpen(this.size, ` font-family="${SERIF_FAMILY}"`)}${whitePaper(this.size)}${body}</svg>`
  }
}
