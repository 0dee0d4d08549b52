import sharp, { type Sharp } from "sharp"
import { cropOf, measureInk } from "./cover-ink"

/** Cover width in pixels. The height follows the first page. */
export const COVER_WIDTH = 420
/** Covers are measured and cropped at this multiple of their size, for smoother edges. */
const OVERSAMPLING = 2
/** Maximum height divided by width. The cover of a taller page shows its top. */
const MAX_ASPECT_RATIO = 3

/** `faint`: the page contains so little that a cover of it is useless. */
export type Cover = { webp: Buffer; width: number; height: number; faint: boolean }

/** The origin of the picture: a photograph is neither cropped nor faint; `sharpness` is 1 if the picture is no larger than the cover. */
type Origin = { photograph?: boolean; sharpness?: number }

/**
 * Encodes the cover from any picture of page 1: 420 px wide WebP, quality 80, in the page's aspect ratio (docs/reference/conversion.md 6).
 * Empty margins of an upright page are cut off, enlarging it up to 1.18 times, so that a title can be read on a small cover.
 */
export async function encodeCover(
  picture: Sharp,
  pageWidth: number,
  pageHeight: number,
  { photograph = false, sharpness = OVERSAMPLING }: Origin = {},
): Promise<Cover> {
  const height = Math.max(1, Math.round(COVER_WIDTH * Math.min(MAX_ASPECT_RATIO, pageHeight / pageWidth)))
  const { data, info } = await picture
    .resize(COVER_WIDTH * sharpness, height * sharpness, { fit: "cover", position: "top" })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sheet = { data, width: info.width, height: info.height, channels: info.channels }
  const ink = photograph ? null : measureInk(sheet)
  const crop = ink && height >= COVER_WIDTH ? cropOf(ink, sheet) : { left: 0, top: 0, width: info.width, height: info.height }
  const webp = await sharp(data, { raw: info })
    .extract(crop)
    .resize(COVER_WIDTH, height, { fit: "fill" })
    .webp({ quality: 80, effort: 4 })
    .toBuffer()
  return { webp, width: COVER_WIDTH, height, faint: ink?.faint ?? false }
}

/** Encodes a cover again that was made before covers were cropped. */
export async function recropCover(webp: Buffer): Promise<Cover> {
  const { width, height } = await sharp(webp).metadata()
  return encodeCover(sharp(webp), width, height, { sharpness: 1 })
}
