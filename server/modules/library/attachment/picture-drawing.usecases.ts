import { open } from "node:fs/promises"
import { pictureFormats, pictureMegabytes, type PictureKind } from "@/lib/rules/library/picture-rules"
import type { Ctx } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { maxFrames, maxPixels, PictureError, type PictureRefusal, type Redrawing } from "@/server/ports/pictures/pictures.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { formatOf, type KnownFormat } from "./picture-format.rules"

/** A stored image, re-encoded so that it contains nothing but pixels. */
export type StoredPicture = { content: Buffer; width: number; height: number; ext: ".webp" | ".png" }
/** The use of an image. A favicon is stored as a small PNG, which every browser supports. */
export type StoredPictureUse = PictureKind | "favicon"

/** How each use is encoded. WebP itself is limited to 16,383 pixels per side; long images are common in articles. */
const drawings: Record<StoredPictureUse, Omit<Redrawing, "format">> = {
  avatar: { box: { width: 256, height: 256, fit: "cover" }, output: { type: "webp", quality: 84 }, moving: false },
  banner: { box: { width: 2560, height: 2560, fit: "inside" }, output: { type: "webp", quality: 82 }, moving: true },
  category: { box: { width: 2000, height: 2000, fit: "inside" }, output: { type: "webp", quality: 82 }, moving: false },
  cover: { box: { width: 720, height: 1_020, fit: "inside" }, output: { type: "webp", quality: 82 }, moving: false },
  config: { box: { width: 2000, height: 2000, fit: "inside" }, output: { type: "webp", quality: 90 }, moving: false },
  article: { box: { width: 2000, height: 16_000, fit: "inside" }, output: { type: "webp", quality: 82 }, moving: true },
  report: { box: { width: 2000, height: 4_000, fit: "inside" }, output: { type: "webp", quality: 82 }, moving: false },
  favicon: { box: { width: 64, height: 64, fit: "contain" }, output: { type: "png" }, moving: false },
}

const kindOf = (use: StoredPictureUse): PictureKind => (use === "favicon" ? "config" : use)

const refusals: Record<Exclude<PictureRefusal, "need_sandbox">, string> = {
  damaged: "图片损坏或不完整，请换一张再试",
  frames: `动图最多 ${maxFrames} 帧，请裁短后再上传`,
  pixels: `图片的像素太多（最多 ${maxPixels / 1_000_000} 百万），请缩小后再上传`,
}

/** Reads the first bytes of a file, enough to detect every known format. */
const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, "r")
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Inspects a received file and re-encodes it in another process: applies EXIF orientation and drops metadata (location, camera, colour
 * profile).
 * Throws 400 with a message for: not an image, SVG, too many pixels or frames, damaged.
 */
export const redrawPicture = async (ctx: Ctx, path: string, requestedUse: StoredPictureUse): Promise<StoredPicture> => {
  const format = requireFormat(formatOf(await headOf(path)), kindOf(requestedUse))
  const use = format === "ico" ? "favicon" : requestedUse
  const { sandbox_required } = await settingsOf(ctx.app, "converter")
  const drawn = await ctx.app.pictures
    .redraw(path, { format, ...drawings[use] }, { sandboxRequired: sandbox_required })
    .catch((error: unknown) => refuse(ctx, error))
  const { content, width, height, moving } = drawn
  // Noisy images grow when re-encoded; the stored one must not exceed the upload limit.
  const megabytes = pictureMegabytes(kindOf(use))
  if (content.length > megabytes * 1024 * 1024) throw invalid(`图片处理后超过 ${megabytes} MB，请缩小${moving ? "或裁短" : ""}后再上传`)
  return { content, width, height, ext: use === "favicon" ? ".png" : ".webp" }
}

const refuse = ({ app }: Ctx, error: unknown): never => {
  if (app.stopping()) throw unavailable("网站正在重新启动，请稍后再上传")
  if (!(error instanceof PictureError)) throw error
  if (error.reason === "need_sandbox") throw unavailable("服务器上没有可用的沙箱，按照网站的安全设置暂时不能接收图片，请联系管理员")
  throw invalid(refusals[error.reason])
}

const requireFormat = (format: KnownFormat | null, kind: PictureKind): Redrawing["format"] => {
  const fine = `请用 ${pictureFormats(kind)} 图片`
  if (format === "svg") throw invalid(`SVG 里可能藏有脚本，不能上传，${fine}`)
  if (format === null || (format === "ico" && kind !== "config")) throw invalid(`这个文件不是支持的图片，${fine}`)
  return format
}
