import sharp from "sharp"
import type { SvgDrawing } from "./svg-drawing"
import type { DrawnText } from "./svg-texts"
import type { PositionedImage } from "./text-blocks"

const MAX_PIXELS = 50_000_000
const MAX_BYTES = 10_000_000
/** Pixels of the longer side, and how many times its own size a small drawing is drawn. */
const MAX_SIDE = 1200
const OVERSAMPLING = 3
const POINTS_PER_PIXEL = 0.75
/** One transparent pixel, in place of a picture that cannot be read: librsvg draws a sign for those. */
const NO_PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQI12NgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg=="
/** Seconds after which a drawing is given up. */
const TIMEOUT_S = 10

/** Returns the picture that a drawing refers to; null if there is none. */
export type ReadPicture = (reference: string) => Promise<Buffer | null>

type Sides = { width: number; height: number }

/** Writes the source with its pictures inside. */
async function withPictures({ source }: SvgDrawing, read: ReadPicture): Promise<Buffer> {
  let text = ""
  for (const piece of source) {
    if (typeof piece === "string") text += piece
    else {
      const bytes = await read(piece.picture).catch(() => null)
      const format =
        bytes &&
        (
          await sharp(bytes, { limitInputPixels: MAX_PIXELS })
            .metadata()
            .catch(() => null)
        )?.format
      // a drawing within a drawing could go on for ever
      text += bytes && format && format !== "svg" ? await embedded(bytes, format) : NO_PICTURE
    }
    if (text.length > MAX_BYTES) throw new Error("the drawing is too large")
  }
  return Buffer.from(text)
}

/** Returns the data URI of a picture in a format that librsvg reads. */
async function embedded(bytes: Buffer, format: string): Promise<string> {
  const isReadable = format === "png" || format === "jpeg"
  const png = isReadable ? bytes : await sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().toBuffer()
  return `data:image/${isReadable ? format : "png"};base64,${png.toString("base64")}`
}

/** Returns the texts with positions in pixels of the picture, whose view box is fitted into it. */
function placedTexts({ texts, viewBox, fit }: SvgDrawing, { width, height }: Sides): DrawnText[] {
  const [left = 0, top = 0, across = 0, down = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!(across > 0 && down > 0)) return [...texts]
  const scales = [width / across, height / down] as const
  const stretched = /^\s*none/.test(fit)
  const scale = /slice/.test(fit) ? Math.max(...scales) : Math.min(...scales)
  const [sx, sy] = stretched ? scales : [scale, scale]
  const share = (axis: "x" | "Y"): number => (fit.includes(`${axis}Min`) ? 0 : fit.includes(`${axis}Max`) ? 1 : 0.5)
  const [dx, dy] = [(width - across * sx) * share("x"), (height - down * sy) * share("Y")]
  return texts.map(({ text, x, y, width: wide, size }) => ({
    text,
    x: (x - left) * sx + dx,
    y: (y - top) * sy + dy,
    width: wide * sx,
    size: size * sy,
  }))
}

async function drawn(svg: Buffer, { width, height }: Sides): Promise<Buffer> {
  const scale = Math.min(OVERSAMPLING, MAX_SIDE / Math.max(width, height))
  const density = Math.max(1, Math.min(2400, 72 * scale))
  const picture = sharp(svg, { limitInputPixels: MAX_PIXELS, density })
  return picture.resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true }).timeout({ seconds: TIMEOUT_S }).png().toBuffer()
}

/** Returns a drawing as a PNG. Throws if librsvg cannot read it. */
export async function drawnPicture(drawing: SvgDrawing, read: ReadPicture): Promise<Buffer> {
  const svg = await withPictures(drawing, read)
  return drawn(svg, await sharp(svg, { limitInputPixels: MAX_PIXELS, density: 72 }).metadata())
}

/** Makes a drawing a picture of the page, with its texts on it. Throws if librsvg cannot read it. */
export async function placeDrawing(drawing: SvgDrawing, read: ReadPicture): Promise<PositionedImage> {
  const svg = await withPictures(drawing, read)
  const { width, height } = await sharp(svg, { limitInputPixels: MAX_PIXELS, density: 72 }).metadata()
  const lines = placedTexts(drawing, { width, height }).map(({ text, x, y, width: wide, size }) => ({
    text,
    x: x * POINTS_PER_PIXEL,
    y: y * POINTS_PER_PIXEL,
    width: wide * POINTS_PER_PIXEL,
    size: size * POINTS_PER_PIXEL,
  }))
  return {
    width: width * POINTS_PER_PIXEL,
    height: height * POINTS_PER_PIXEL,
    lines,
    dataUri: async () => {
      // the pictures inside are not held in memory
      const png = await drawn(await withPictures(drawing, read), { width, height })
      return `data:image/png;base64,${png.toString("base64")}`
    },
  }
}
