import type { Sharp } from "sharp"

/** Thumbnail width in pixels. Used in the reader's sidebar on high-density screens, and in place of a page until its image is loaded. */
export const THUMB_WIDTH = 172
/** Maximum height divided by width. The thumbnail of a taller page shows its top. */
const MAX_ASPECT_RATIO = 4

/** Encodes a page's thumbnail from any picture of it: WebP of 2 to 5 KB, in the page's aspect ratio. */
export const encodeThumb = (picture: Sharp, pageWidth: number, pageHeight: number): Promise<Buffer> =>
  picture
    .resize(THUMB_WIDTH, Math.max(1, Math.round(THUMB_WIDTH * Math.min(MAX_ASPECT_RATIO, pageHeight / pageWidth))), {
      fit: "cover",
      position: "top",
    })
    .flatten({ background: "#fff" })
    .webp({ quality: 60, effort: 2 })
    .toBuffer()
