import sharp from "sharp"
import type { TextDocumentBlock, PositionedImage, RawBlock } from "./text-blocks"

const MAX_PIXELS = 50_000_000
/** Originals with more bytes are re-encoded. */
const SMALL_ENOUGH = 200_000
const MAX_SIDE = 1200
const POINTS_PER_PIXEL = 0.75
/** Maximum number of images per document. Further ones are replaced by their alternative text. */
const MAX_IMAGES = 500

/** Returns an image's bytes, or null if there is no such image. */
export type ReadImage = (source: string) => Promise<Buffer | null>

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
    if (block.kind !== "imageReference") {
      loaded.push(block)
      continue
    }
    count += 1
    const image = count > MAX_IMAGES ? null : await placeImage(block.source, read).catch(() => null)
    if (image) loaded.push({ kind: "image", image })
    else if (block.alternative) loaded.push({ kind: "paragraph", text: `［${block.alternative}］`, indent: 0 })
  }
  return loaded
}

/** Reads an image embedded as a data URI. */
export async function readDataUri(source: string): Promise<Buffer | null> {
  const match = /^data:image\/(?:png|jpe?g|webp|gif);base64,([\w+/=\s]+)$/i.exec(source)
  return match?.[1] ? Buffer.from(match[1], "base64") : null
}
