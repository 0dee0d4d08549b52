/** Formats that are decoded. */
export type PictureFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "ico"

/** Decompression bombs: more pixels than this, all frames together, are not decoded. */
export const maxPixels = 50_000_000
export const maxFrames = 100

/** How a picture is drawn anew. */
export type Redrawing = {
  /** What the first bytes say; the decoder must agree. */
  format: PictureFormat
  /** The largest box in pixels. `inside` keeps the ratio and never enlarges, `cover` cuts, `contain` fills up transparently. */
  box: { width: number; height: number; fit: "inside" | "cover" | "contain" }
  output: { type: "webp" | "jpeg"; quality: number } | { type: "png" }
  /** Keep the frames of a moving GIF or WebP; otherwise the first one is drawn. */
  moving: boolean
}

/** A picture of nothing but pixels: without the original's place, camera, profile and other metadata. Sizes in pixels. */
export type Redrawn = { content: Buffer; width: number; height: number; moving: boolean }

export type PictureRefusal = "damaged" | "frames" | "pixels" | "need_sandbox"

/** A picture that is not drawn anew. */
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
   * Decodes a picture file (absolute path) and draws it anew, EXIF orientation applied. Throws PictureError. With
   * `sandboxRequired` need_sandbox where the decoder could not be kept away from the server's files.
   */
  redraw(file: string, how: Redrawing, options?: { sandboxRequired?: boolean }): Promise<Redrawn>
}
