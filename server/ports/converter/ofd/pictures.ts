import { decode } from "bmp-ts"
import sharp, { type Sharp } from "sharp"
import type { Pdfium } from "../pdf/pdfium-module"
import { decodeJbig2 } from "./jbig2-picture"
import type { OfdArchive } from "./ofd-archive"

/** Pictures with more pixels are not decoded. */
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2200
/** A PNG or JPEG up to this size (bytes) passes through unchanged. */
const SMALL_ENOUGH = 400_000
const MAX_CACHED = 24e6
/** Channels above this value count as the white background of a seal. */
const WHITE = 240

const readable = new Set(["jpeg", "png", "gif", "webp", "tiff"])

function uriOf(format: string, bytes: Buffer): string {
  return `data:image/${format};base64,${bytes.toString("base64")}`
}

/** Opens a BMP, whose size is checked before its pixels are read. */
function openBmp(bytes: Buffer): Sharp {
  if (bytes.length < 26 || Math.abs(bytes.readInt32LE(18) * bytes.readInt32LE(22)) > MAX_PIXELS) throw new Error("the bitmap is too large")
  const { data, width, height } = decode(bytes, { toRGBA: true })
  // the fourth byte of most bitmaps is unused, not an opacity
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** The pictures of one document, decoded on demand and kept while they are small. */
export class Pictures {
  private readonly cached = new Map<string, string>()
  private bytes = 0

  constructor(private readonly pdfium: () => Promise<Pdfium>) {}

  /** Returns a part's picture as a data URI, with the mask's dark pixels transparent. Throws if it cannot be decoded. */
  async uri(archive: OfdArchive, file: string, mask = ""): Promise<string> {
    const key = `${archive.number} ${file}\n${mask}`
    const existing = this.cached.get(key)
    if (existing !== undefined) return existing
    const bytes = await archive.bytes(file)
    if (!bytes) throw new Error("the picture is missing")
    const maskBytes = mask === "" ? null : await archive.bytes(mask)
    const uri = await (maskBytes ? this.masked(bytes, maskBytes) : this.encode(bytes))
    this.bytes += uri.length
    if (this.bytes <= MAX_CACHED) this.cached.set(key, uri)
    return uri
  }

  /** Returns the picture of a seal. The white background of an opaque one becomes transparent, as the paper below it is visible. */
  async sealUri(bytes: Buffer): Promise<string> {
    const picture = (await this.open(bytes)).resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
    const { data, info } = await picture.toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    let opaque = true
    for (let at = 3; at < data.length; at += 4) if (data[at]! < 255) opaque = false
    for (let at = 0; opaque && at < data.length; at += 4) if (Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >= WHITE) data[at + 3] = 0
    const raw = { width: info.width, height: info.height, channels: 4 as const }
    return uriOf("png", await sharp(data, { raw }).png().toBuffer())
  }

  private async open(bytes: Buffer): Promise<Sharp> {
    if (bytes.toString("latin1", 0, 2) === "BM") return openBmp(bytes)
    const options = { limitInputPixels: MAX_PIXELS }
    const metadata = await sharp(bytes, options)
      .metadata()
      .catch(() => null)
    if (metadata && readable.has(metadata.format)) return sharp(bytes, options).rotate()
    const pixels = metadata ? null : decodeJbig2(await this.pdfium(), bytes)
    if (!pixels) throw new Error("the picture's format is unknown")
    return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } }).removeAlpha()
  }

  private async encode(bytes: Buffer): Promise<string> {
    const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .metadata()
      .catch(() => null)
    const { format, width = 0, height = 0, space, orientation = 1, hasAlpha = false } = metadata ?? {}
    const isPlain = (format === "png" || format === "jpeg") && bytes.length <= SMALL_ENOUGH && space !== "cmyk" && orientation === 1
    if (isPlain && width * height <= MAX_PIXELS / 4) return uriOf(format, bytes)
    const picture = (await this.open(bytes)).resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true }).toColourspace("srgb")
    // photographs become JPEG; drawings and masks stay sharp
    if (format === "jpeg") return uriOf("jpeg", await picture.jpeg({ quality: 82 }).toBuffer())
    const png = await picture.png({ palette: !hasAlpha && format !== "png" }).toBuffer()
    return hasAlpha || png.length <= SMALL_ENOUGH * 2 ? uriOf("png", png) : uriOf("jpeg", await sharp(png).jpeg({ quality: 82 }).toBuffer())
  }

  private async masked(bytes: Buffer, maskBytes: Buffer): Promise<string> {
    const picture = (await this.open(bytes)).resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
    const { data, info } = await picture.toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const mask = await (
      await this.open(maskBytes)
    )
      .flatten({ background: "#000" })
      .greyscale()
      .resize(info.width, info.height, { fit: "fill" })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = Buffer.alloc(info.width * info.height * 4, 255)
    for (let index = 0; index < info.width * info.height; index += 1) {
      data.copy(pixels, index * 4, index * info.channels, index * info.channels + 3)
      pixels[index * 4 + 3] = mask.data[index * mask.info.channels] ?? 255
    }
    return uriOf(
      "png",
      await sharp(pixels, { raw: { width: info.width, height: info.height, channels: 4 } })
        .png()
        .toBuffer(),
    )
  }
}
