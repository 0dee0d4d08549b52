/** Formats that can be decoded. */
export type PictureFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "ico"

/** Maximum number of pixels of all frames together. Protects against decompression bombs. */
export const maxPixels = 50_000_000
export const maxFrames = 100

/** How to re-encode an image. */
export type Redrawing = {
  /** The format according to the first bytes; the decoder must report the same. */
  format: PictureFormat
  /** The maximum size in pixels. `inside` keeps the ratio and never enlarges, `cover` crops, `contain` pads with transparency. */
  box: { width: number; height: number; fit: "inside" | "cover" | "contain" }
  output: { type: "webp" | "jpeg"; quality: number } | { type: "png" }
  /** Keeps the frames of an animated GIF or WebP; otherwise only the first frame is used. */
  moving: boolean
}

/** A re-encoded image without the original's location, camera, colour profile and other metadata. Sizes in pixels. */
export type Redrawn = { content: Buffer; width: number; height: number; moving: boolean }

export type PictureRefusal = "damaged" | "frames" | "pixels" | "need_sandbox"

/** An image that cannot be re-encoded. */
export class PictureError extends Error {
  constructor(
    readonly reason: PictureRefusal,
    options?: { cause?: unknown },
  ) {
    super(`picture refused: ${reason}`, options)
    this.name = "PictureError"
  }
}

export interface PicturesPort {
  /**
   * Decodes an image file (absolute path) and re-encodes it with the EXIF orientation applied. Throws PictureError. With `sandboxRequired`,
   * it throws need_sandbox if the decoder could not be isolated from the server's files.
   */
  redraw(file: string, how: Redrawing, options?: { sandboxRequired?: boolean }): Promise<Redrawn>
}
