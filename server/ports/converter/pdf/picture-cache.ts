import { createHash } from "node:crypto"
import type { Pixels } from "./bitmap-pixels"
import type { EncodedPicture } from "./page-picture"
import { encodePicture, type EncodingUse } from "./picture-encoder"

const MAX_BYTES = 24e6

/** Encoded pictures of one document: the same logo or bitmap glyph recurs on many pages. */
export class PictureCache {
  private readonly known = new Map<string, EncodedPicture>()
  private bytes = 0

  async encode(pixels: Pixels, use: EncodingUse): Promise<EncodedPicture> {
    const key = `${use} ${pixels.width} ${createHash("sha1").update(pixels.data).digest("base64")}`
    const cachedPicture = this.known.get(key)
    if (cachedPicture) return cachedPicture
    const picture = await encodePicture(pixels, use)
    if (this.bytes + picture.data.length <= MAX_BYTES) {
      this.known.set(key, picture)
      this.bytes += picture.data.length
    }
    return picture
  }
}
