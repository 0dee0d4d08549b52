import type { Sharp } from "sharp"

/** Thumbnail width in pixels: the reader's rail on a sharp screen, and the page itself until its image has come. */
export const THUMB_WIDTH = 172
/** Height divided by width at most; a taller page shows its top in the thumbnail. */
const MAX_ASPECT_RATIO = 4

/** A page's thumbnail from any picture of it: WebP of 2 to 5 KB, in the page's own ratio. */
export const encodeThumb = (picture: Sharp, pageWidth: number, pageHeight: number): Promise<Buffer> =>
  picture
    .resize(THUMB_WIDTH, Math.max(1, Math.round(THUMB_WIDTH * Math.min(MAX_ASPECT_RATIO, pageHeight / pageWidth))), {
      fit: "cover",
      position: "top",
    })
    .flatten({ background: "#fff" })
    .webp({ quality: 60, effort: 2 })
    .toBuffer()
