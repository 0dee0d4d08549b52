import { readFile } from "node:fs/promises"
import type { Sharp, SharpOptions } from "sharp"
import { pictureFormats, pictureMegabytes, type PictureKind } from "../../../lib/domain/picture-rules"
import { invalid } from "../../errors"
import { readIcon } from "./icon.rules"
import { formatOf, headOf, type PictureFormat } from "./picture-format.rules"

/** A stored picture, re-encoded so that it contains nothing but pixels. */
export type Picture = { content: Buffer; width: number; height: number; ext: ".webp" | ".png" }
/** A tab's icon is kept small and as PNG, which every browser takes. */
export type PictureUse = PictureKind | "favicon"

/** Decompression bombs: more pixels than this, all frames together, are not decoded. */
const maxPixels = 50_000_000
const maxFrames = 100
const maxSeconds = 30
const faviconSide = 64
const avatarSide = 256

/** The largest box of each use in pixels; WebP itself ends at 16,383. Long pictures are common in articles. */
const boxes: Record<Exclude<PictureUse, "avatar" | "favicon">, { width: number; height: number }> = {
  banner: { width: 2560, height: 2560 },
  category: { width: 2000, height: 2000 },
  config: { width: 2000, height: 2000 },
  article: { width: 2000, height: 16_000 },
}
const mayMove = (use: PictureUse) => use === "article" || use === "banner"

const kindOf = (use: PictureUse): PictureKind => (use === "favicon" ? "config" : use)
const damaged = () => invalid("图片损坏或不完整，请换一张再试")

/** One at a time per process, to bound memory. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * Looks at a received file and draws it anew: EXIF orientation is applied, metadata (place, camera, colour profile) is
 * left behind. Throws 400 with a sentence: not a picture, SVG, too many pixels or frames, damaged.
 */
export const encodePicture = async (path: string, use: PictureUse): Promise<Picture> => {
  const format = requireFormat(formatOf(await headOf(path)), kindOf(use))
  return inTurn(() => draw(path, format, format === "ico" ? "favicon" : use))
}

const requireFormat = (format: PictureFormat | null, kind: PictureKind): Exclude<PictureFormat, "svg"> => {
  const fine = `请用 ${pictureFormats(kind)} 图片`
  if (format === "svg") throw invalid(`SVG 里可能藏有脚本，不能上传，${fine}`)
  if (format === null || (format === "ico" && kind !== "config")) throw invalid(`这个文件不是支持的图片，${fine}`)
  return format
}

const draw = async (path: string, format: Exclude<PictureFormat, "svg">, use: PictureUse): Promise<Picture> => {
  const { input, options } = await sourceOf(path, format)
  const { default: sharp } = await import("sharp")
  const meta = await sharp(input, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => Promise.reject(damaged()))
  // the decoder must agree with the first bytes about the format
  if (format !== "ico" && meta.format !== (format === "avif" ? "heif" : format)) throw damaged()
  const frames = mayMove(use) && (format === "gif" || format === "webp") ? (meta.pages ?? 1) : 1
  if (frames > maxFrames) throw invalid(`动图最多 ${maxFrames} 帧，请裁短后再上传`)
  if (meta.width * meta.height * frames > maxPixels) throw invalid(`图片的像素太多（最多 ${maxPixels / 1_000_000} 百万），请缩小后再上传`)
  const moving = frames > 1
  const picture = sharp(input, { ...options, animated: moving, limitInputPixels: maxPixels, failOn: "error" }).timeout({
    seconds: maxSeconds,
  })
  const { data, info } = await shape(moving ? picture : picture.autoOrient(), use, moving)
    .toBuffer({ resolveWithObject: true })
    .catch(() => Promise.reject(damaged()))
  // noisy pictures grow: the stored one may not exceed the upload limit
  const megabytes = pictureMegabytes(kindOf(use))
  if (data.length > megabytes * 1024 * 1024) throw invalid(`图片处理后超过 ${megabytes} MB，请缩小${moving ? "或裁短" : ""}后再上传`)
  return { content: data, width: info.width, height: info.pageHeight ?? info.height, ext: use === "favicon" ? ".png" : ".webp" }
}

const sourceOf = async (path: string, format: PictureFormat): Promise<{ input: string | Buffer; options: SharpOptions }> => {
  if (format !== "ico") return { input: path, options: {} }
  try {
    const icon = readIcon(await readFile(path))
    return "png" in icon
      ? { input: icon.png, options: {} }
      : { input: icon.rgba, options: { raw: { width: icon.width, height: icon.height, channels: 4 } } }
  } catch {
    throw damaged()
  }
}

const shape = (picture: Sharp, use: PictureUse, moving: boolean): Sharp => {
  if (use === "favicon")
    return picture.resize(faviconSide, faviconSide, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } }).png()
  if (use === "avatar") return picture.resize(avatarSide, avatarSide, { fit: "cover" }).webp({ quality: 84 })
  const { width, height } = boxes[use]
  // a moving picture is encoded frame by frame: the quick way
  return picture
    .resize(width, height, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: use === "config" ? 90 : 82, effort: moving ? 2 : 4, smartSubsample: !moving })
}
