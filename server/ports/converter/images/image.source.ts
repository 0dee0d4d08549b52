import sharp, { type Metadata, type Sharp } from "sharp"
import { ConversionError } from "../converter.port"
import { type Cover, encodeCover } from "../cover.webp"
import type { DrawnPage, PageSource } from "../page.source"
import { svgOpen, twoDecimals } from "../svg.writing"

/** Decompression bombs: more pixels than this are not decoded. */
const MOST_PIXELS = 100_000_000
const LONGEST_SIDE = 1600
/** Screens count 96 pixels to the inch, pages 72 points. */
const POINTS_PER_PIXEL = 0.75
const ROTATED_FROM = 5

class ImageSource implements PageSource {
  readonly pages = 1
  readonly width: number
  readonly height: number

  constructor(
    private readonly file: string,
    metadata: Metadata,
  ) {
    // EXIF orientations 5–8 lie on their side.
    const turned = (metadata.orientation ?? 1) >= ROTATED_FROM
    const shrink = Math.min(1, LONGEST_SIDE / Math.max(metadata.width, metadata.height))
    const [across, down] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height]
    this.width = Math.max(1, across * shrink * POINTS_PER_PIXEL)
    this.height = Math.max(1, down * shrink * POINTS_PER_PIXEL)
  }

  private picture(): Sharp {
    return sharp(this.file, { limitInputPixels: MOST_PIXELS }).rotate()
  }

  async drawPage(): Promise<DrawnPage> {
    const { width, height } = this
    const webp = await this.picture()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toBuffer()
    const size = `width="${twoDecimals(width)}" height="${twoDecimals(height)}"`
    const image = `<image ${size} preserveAspectRatio="none" href="data:image/webp;base64,${webp.toString("base64")}"/>`
    return { svg: `${svgOpen(this)}${image}</svg>`, width, height, text: "", kind: "raster" }
  }

  textOf(): string {
    return ""
  }

  drawCover(): Promise<Cover> {
    return encodeCover(this.picture(), this.width, this.height)
  }

  close(): void {
    // Nothing is kept open.
  }
}

/** A picture file as a document of one page. Throws ConversionError: corrupt, too_large. */
export async function openImage(file: string): Promise<PageSource> {
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ConversionError("corrupt", { cause: error })
    })
  if (metadata.width * metadata.height > MOST_PIXELS) throw new ConversionError("too_large")
  return new ImageSource(file, metadata)
}
