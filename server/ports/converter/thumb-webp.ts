import type { Sharp } from "sharp"

/** Thumbnail width in pixels: the reader's rail on a sharp screen, and the page itself until its image has come. */
export const THUMB_WIDTH = 172
/** A page taller than this many widths has the top of it in its thumbnail. */
const TALLEST = 4

/** A page's small picture from any picture of it: WebP of 2 to 5 KB, in the page's own ratio. */
export const encodeThumb = (picture: Sharp, pageWidth: number, pageHeight: number): Promise<Buffer> =>
  picture
    .resize(THUMB_WIDTH, Math.max(1, Math.round(THUMB_WIDTH * Math.min(TALLEST, pageHeight / pageWidth))), {
      fit: "cover",
      position: "top",
    })
    .flatten({ background: "#fff" })
    .webp({ quality: 60, effort: 2 })
    .toBuffer()
