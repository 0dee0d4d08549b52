import sharp from "sharp"
import { decodeAny } from "./text-encoding"
import { drawingOf } from "./html-blocks"
import type { SvgDrawing } from "./svg-drawing"
import { drawnPicture, placeDrawing } from "./svg-picture"
import type { TextDocumentBlock, PositionedImage, RawBlock } from "./text-blocks"

const MAX_PIXELS = 50_000_000
/** Originals with more bytes are re-encoded. */
const SMALL_ENOUGH = 200_000
const MAX_SIDE = 1200
const POINTS_PER_PIXEL = 0.75
/** Maximum number of images per document. Further ones are replaced by their alternative text. */
const MAX_IMAGES = 500

/** Returns an image's bytes, or null if there is no such image. `within`: the image file that refers to it, if it is not the page. */
export type ReadImage = (source: string, within?: string) => Promise<Buffer | null>

/** The beginning of a file in which an SVG has its first element. */
const SVG_START = 65_536

/** Returns the drawing of an SVG file, or null if the bytes are something else. */
function drawingIn(bytes: Buffer): SvgDrawing | null {
  const head = bytes.toString("latin1", 0, SVG_START).replaceAll("\0", "")
  return /^[^<]{0,8}\s*</.test(head) && /<(\w+:)?svg[\s>]/.test(head) ? drawingOf(decodeAny(bytes, { markup: true })) : null
}

/** Returns a picture as it can be drawn: an SVG as a PNG, others unchanged. */
export async function drawablePicture(bytes: Buffer, read: (reference: string) => Promise<Buffer | null>): Promise<Buffer> {
  const drawing = drawingIn(bytes)
  return drawing ? drawnPicture(drawing, read) : bytes
}

/** Encodes an image as PNG or JPEG, so that librsvg can also render it on the cover. */
async function toDataUri(bytes: Buffer, format: string, hasAlpha: boolean): Promise<string> {
  if ((format === "png" || format === "jpeg") && bytes.length <= SMALL_ENOUGH)
    return `data:image/${format};base64,${bytes.toString("base64")}`
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
  if (hasAlpha) return `data:image/png;base64,${(await picture.png({ palette: true }).toBuffer()).toString("base64")}`
  return `data:image/jpeg;base64,${(await picture.jpeg({ quality: 80 }).toBuffer()).toString("base64")}`
}

async function placeImage(source: string, read: ReadImage): Promise<PositionedImage | null> {
  const bytes = await read(source)
  if (bytes === null) return null
  const drawing = drawingIn(bytes)
  if (drawing) return placeDrawing(drawing, (reference) => read(reference, source))
  const { width, height, format, hasAlpha } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  if (format === "svg") return null
  return {
    width: width * POINTS_PER_PIXEL,
    height: height * POINTS_PER_PIXEL,
    dataUri: async () => {
      // Read again when rendered: a book's pictures are not all held in memory.
      const again = await read(source)
      return again ? toDataUri(again, format, hasAlpha) : ""
    },
  }
}

/** Resolves every image reference. An image that cannot be displayed becomes its alternative text. */
export async function loadImages(blocks: readonly RawBlock[], read: ReadImage): Promise<TextDocumentBlock[]> {
  const loaded: TextDocumentBlock[] = []
  let count = 0
  for (const block of blocks) {
    if (block.kind !== "imageReference" && block.kind !== "drawing") {
      loaded.push(block)
      continue
    }
    count += 1
    const position = (): Promise<PositionedImage | null> =>
      block.kind === "drawing" ? placeDrawing(block.drawing, read) : placeImage(block.source, read)
    const image = count > MAX_IMAGES ? null : await position().catch(() => null)
    if (image) loaded.push({ kind: "image", image })
    else if (block.kind === "drawing")
      loaded.push(...block.drawing.texts.map(({ text }) => ({ kind: "paragraph", text, indent: 0 }) as const))
    else if (block.alternative) loaded.push({ kind: "paragraph", text: `［${block.alternative}］`, indent: 0 })
  }
  return loaded
}

/** Undoes percent escapes; a damaged text is taken as it is. */
function unescapeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads an image embedded as a data URI. */
export async function readDataUri(source: string): Promise<Buffer | null> {
  const match = /^data:image\/(?:png|jpe?g|webp|gif|svg\+xml)(?:;charset=[\w-]+)?;base64,([\w+/=\s]+)$/i.exec(source)
  if (match?.[1]) return Buffer.from(match[1], "base64")
  const [, text] = /^data:image\/svg\+xml(?:;[\w=-]+)*,([^]+)$/i.exec(source) ?? []
  return text === undefined ? null : Buffer.from(unescapeUri(text))
}
