import { createHash } from "node:crypto"
import type { Pixels } from "./bitmap-pixels"
import type { Picture } from "./page-picture"
import { encodePicture, type PictureUse } from "./picture-encoder"

const MAX_BYTES = 24e6

/** Encoded pictures of one document: the same logo or bitmap glyph recurs on many pages. */
export class PictureCache {
  private readonly known = new Map<string, Picture>()
  private bytes = 0

  async encode(pixels: Pixels, use: PictureUse): Promise<Picture> {
    const key = `${use} ${pixels.width} ${createHash("sha1").update(pixels.data).digest("base64")}`
    const known = this.known.get(key)
    if (known) return known
    const picture = await encodePicture(pixels, use)
    if (this.bytes + picture.data.length <= MAX_BYTES) {
      this.known.set(key, picture)
      this.bytes += picture.data.length
    }
    return picture
  }
}
