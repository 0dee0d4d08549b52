import sharp, { type Metadata, type Sharp } from "sharp"
import { ConversionError, type ConvertedOutlineItem } from "../converter.port"
import { type Cover, encodeCover } from "../cover-webp"
import type { DrawnPage, PageSource } from "../page.source"
import { svgOpen, twoDecimals } from "../svg"
import { readPsdPicture } from "./psd-picture"
import { encodeThumb } from "../thumb-webp"

/** Images with more pixels are not decoded (decompression bombs). */
const MAX_PIXELS = 100_000_000
/** Pages that are shown of a TIFF, which may bundle many faxed or scanned ones. */
const MAX_PAGES = 500
const MAX_SIDE = 1600
const READING_SIDE = 3000
/** Screens have 96 pixels per inch, pages 72 points. */
const POINTS_PER_PIXEL = 0.75
const ROTATED_FROM = 5

type Sides = { width: number; height: number }

function sidesOf(metadata: Metadata): Sides {
  // EXIF orientations 5–8 are rotated by 90°.
  const turned = (metadata.orientation ?? 1) >= ROTATED_FROM
  const shrink = Math.min(1, MAX_SIDE / Math.max(metadata.width, metadata.height))
  const [across, down] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height]
  return { width: Math.max(1, across * shrink * POINTS_PER_PIXEL), height: Math.max(1, down * shrink * POINTS_PER_PIXEL) }
}

class ImageSource implements PageSource {
  constructor(
    private readonly file: string | Buffer,
    readonly pages: number,
    readonly notes: readonly string[] = [],
  ) {}

  private picture(page: number): Sharp {
    // Animations have frames as well, but theirs form one picture. Only the frames of a TIFF are pages, if there is more than one.
    return sharp(this.file, { limitInputPixels: MAX_PIXELS, ...(this.pages > 1 && { page: page - 1 }) })
  }

  private async sides(page: number): Promise<Sides> {
    const metadata = await this.picture(page).metadata()
    refuseVast(metadata)
    return sidesOf(metadata)
  }

  async drawPage(page: number): Promise<DrawnPage> {
    const sides = await this.sides(page)
    const { width, height } = sides
    const webp = await this.picture(page)
      .rotate()
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toBuffer()
    const size = `width="${twoDecimals(width)}" height="${twoDecimals(height)}"`
    const image = `<image ${size} preserveAspectRatio="none" href="data:image/webp;base64,${webp.toString("base64")}"/>`
    const thumb = await encodeThumb(sharp(webp), width, height)
    return { svg: `${svgOpen(sides)}${image}</svg>`, thumb, width, height, text: "", textLayer: [], links: [], kind: "raster", scan: true }
  }

  textOf(): string {
    return ""
  }

  outline(): ConvertedOutlineItem[] {
    return []
  }

  readingPicture(page: number): Promise<Buffer> {
    return this.picture(page)
      .rotate()
      .resize(READING_SIDE, READING_SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .greyscale()
      .png({ compressionLevel: 3 })
      .toBuffer()
  }

  async drawCover(): Promise<Cover> {
    const { width, height } = await this.sides(1)
    return encodeCover(this.picture(1).rotate(), width, height, { photograph: true })
  }

  close(): void {
    // Nothing is kept open.
  }
}

function refuseVast({ width, height }: Metadata): void {
  if (width * height > MAX_PIXELS) throw new ConversionError("too_large")
}

/**
 * Opens a picture file as a document of one page; a TIFF has one page per frame, of a PSD its merged picture is shown. Throws
 * ConversionError: corrupt, too_large, unsupported.
 */
export async function openImage(path: string, ext = ""): Promise<PageSource> {
  const file = /^\.ps[db]$/.test(ext) ? await readPsdPicture(path) : path
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ConversionError("corrupt", { cause: error })
    })
  refuseVast(metadata)
  const pages = metadata.format === "tiff" ? (metadata.pages ?? 1) : 1
  const notes = pages > MAX_PAGES ? [`图片有 ${pages} 页，只显示前 ${MAX_PAGES} 页`] : []
  return new ImageSource(file, Math.min(pages, MAX_PAGES), notes)
}
