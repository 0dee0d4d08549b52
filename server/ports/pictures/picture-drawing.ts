import { readFile } from "node:fs/promises"
import type { Sharp, SharpOptions } from "sharp"
import { readIcon } from "./icon-file"
import { maxFrames, maxPixels, PictureError, type PictureFormat, type Redrawing, type Redrawn } from "./pictures.port"

const maxSeconds = 30

const damaged = (cause: unknown) => new PictureError("damaged", { cause })

/** Decodes an image in this process and re-encodes it; see `PicturesPort`. Throws PictureError. */
export const drawPicture = async (file: string, how: Redrawing): Promise<Redrawn> => {
  const { format } = how
  const { input, options } = await sourceOf(file, format)
  const { default: sharp } = await import("sharp")
  const meta = await sharp(input, { ...options, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => Promise.reject(damaged(error)))
  // The decoder must report the same format as the first bytes.
  if (format !== "ico" && meta.format !== (format === "avif" ? "heif" : format))
    throw damaged(new Error(`the decoder reads ${meta.format}`))
  const frames = how.moving && (format === "gif" || format === "webp") ? (meta.pages ?? 1) : 1
  if (frames > maxFrames) throw new PictureError("frames")
  if (meta.width * meta.height * frames > maxPixels) throw new PictureError("pixels")
  const moving = frames > 1
  const picture = sharp(input, { ...options, animated: moving, limitInputPixels: maxPixels, failOn: "error" }).timeout({
    seconds: maxSeconds,
  })
  const { data, info } = await shape(moving ? picture : picture.autoOrient(), how, moving)
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => Promise.reject(damaged(error)))
  return { content: data, width: info.width, height: info.pageHeight ?? info.height, moving }
}

const sourceOf = async (file: string, format: PictureFormat): Promise<{ input: string | Buffer; options: SharpOptions }> => {
  if (format !== "ico") return { input: file, options: {} }
  try {
    const icon = readIcon(await readFile(file))
    return "png" in icon
      ? { input: icon.png, options: {} }
      : { input: icon.rgba, options: { raw: { width: icon.width, height: icon.height, channels: 4 } } }
  } catch (error) {
    throw damaged(error)
  }
}

const shape = (picture: Sharp, { box, output }: Redrawing, moving: boolean): Sharp => {
  const { width, height, fit } = box
  const sized = picture.resize(width, height, {
    fit,
    withoutEnlargement: fit === "inside",
    ...(fit === "contain" && { background: { r: 0, g: 0, b: 0, alpha: 0 } }),
  })
  if (output.type === "png") return sized.png()
  if (output.type === "jpeg") return sized.flatten({ background: "#fff" }).jpeg({ quality: output.quality })
  // Cropped images are small, and an animation is encoded frame by frame, so both use the faster settings.
  const smartSubsample = fit === "inside" && !moving
  return sized.webp({ quality: output.quality, effort: moving ? 2 : 4, smartSubsample })
}
