import type { Sharp } from "sharp"

/** Cover width in pixels; the height follows the first page. */
export const COVER_WIDTH = 420
/** Height divided by width at most; a taller page shows its top on the cover. */
const MAX_ASPECT_RATIO = 3

export type Cover = { webp: Buffer; width: number; height: number }

/** The cover from any picture of page 1: 420 px wide WebP, quality 80, in the page's own ratio (docs/reference/conversion.md 6). */
export async function encodeCover(picture: Sharp, pageWidth: number, pageHeight: number): Promise<Cover> {
  const height = Math.max(1, Math.round(COVER_WIDTH * Math.min(MAX_ASPECT_RATIO, pageHeight / pageWidth)))
  const webp = await picture
    .resize(COVER_WIDTH, height, { fit: "cover", position: "top" })
    .flatten({ background: "#fff" })
    .webp({ quality: 80, effort: 4 })
    .toBuffer()
  return { webp, width: COVER_WIDTH, height }
}
