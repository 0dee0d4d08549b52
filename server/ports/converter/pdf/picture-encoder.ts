import sharp, { type Sharp, type WebpOptions } from "sharp"
import type { Pixels } from "./bitmap-pixels"
import type { EncodedPicture } from "./page-picture"
import { fourDigits } from "../svg"
import type { Matrix } from "./matrix"

const TWIN_SIDE = 500

const settings = {
  /** Photographs. */
  photo: { quality: 80, effort: 2, alphaQuality: 90 },
  /** Drawings and small images. */
  drawing: { nearLossless: true, quality: 60, effort: 2 },
  /** Glyph crops: tiny, and must not show ringing artifacts. */
  crop: { lossless: true, effort: 1 },
} satisfies Record<string, WebpOptions>

export type EncodingUse = keyof typeof settings

function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function encodePng(pixels: Pixels): Promise<string> {
  const shrink = Math.min(1, TWIN_SIDE / Math.max(pixels.width, pixels.height))
  const [width, height] = [Math.max(1, Math.round(pixels.width * shrink)), Math.max(1, Math.round(pixels.height * shrink))]
  const png = await open(pixels).resize(width, height, { fit: "fill" }).png({ compressionLevel: 2 }).toBuffer()
  return png.toString("base64")
}

/** Encodes pixels as WebP (`photo` lossy, `drawing` near-lossless, `crop` lossless). */
export async function encodePicture(pixels: Pixels, use: EncodingUse): Promise<EncodedPicture> {
  const webp = await open(pixels).webp(settings[use]).toBuffer()
  // A big image is downscaled immediately, so that the page does not hold all its pixels until the check.
  const eager = use === "crop" ? null : await encodePng(pixels)
  return { mime: "image/webp", data: webp.toString("base64"), pngCopy: () => (eager === null ? encodePng(pixels) : Promise.resolve(eager)) }
}

/** Returns the two halves of an `<image>` tag around its data URI; `matrix` maps PDF's unit square to SVG space. */
export function imageTag(matrix: Matrix, clip: string): [before: string, after: string] {
  const [a, b, c, d, e, f] = matrix
  // PDF's y axis points up, SVG's points down.
  const transform = [a, b, -c, -d, e + c, f + d].map(fourDigits).join(" ")
  const open = `<image width="1" height="1" preserveAspectRatio="none" transform="matrix(${transform})" href="`
  return clip ? [`<g${clip}>${open}`, '"/></g>'] : [open, '"/>']
}
