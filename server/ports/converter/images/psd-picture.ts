import { type FileHandle, open } from "node:fs/promises"
import sharp from "sharp"
import { ConversionError } from "../converter.port"
import { colourChannels, type PsdHeader, readPsdHeader, rowBytes, ShrunkChannel, toBytes, toRgb, unpackRow } from "./psd-pixels"

const HEADER = 26
/** Maximum number of pixels that are read, and the longer side of the result. */
const MAX_PIXELS = 300_000_000
const MAX_SIDE = 3000
const PALETTE = 768
const RAW = 0
const PACKED = 1

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, position)
  if (bytesRead < length) throw new ConversionError("corrupt", { cause: new Error(`the file ends before ${position + length}`) })
  return bytes
}

type Sections = { palette: Buffer; image: number }

/** Skips metadata and layers. Returns the palette and where the merged picture begins. */
async function readSections(handle: FileHandle, { large }: PsdHeader): Promise<Sections> {
  let position = HEADER
  const paletteLength = (await readAt(handle, position, 4)).readUInt32BE()
  const palette = await readAt(handle, position + 4, Math.min(paletteLength, PALETTE))
  position += 4 + paletteLength
  position += 4 + (await readAt(handle, position, 4)).readUInt32BE()
  const layers = await readAt(handle, position, large ? 8 : 4)
  position += large ? 8 + Number(layers.readBigUInt64BE()) : 4 + layers.readUInt32BE()
  return { palette, image: position }
}

type Row = { position: number; length: number }

/** Returns where each row of each colour channel is stored. */
async function locateRows(handle: FileHandle, header: PsdHeader, image: number): Promise<{ rows: Row[]; packed: boolean }> {
  const { channels, height, large } = header
  const compression = (await readAt(handle, image, 2)).readUInt16BE()
  const count = colourChannels(header) * height
  if (compression === RAW) {
    const length = rowBytes(header)
    return { rows: Array.from({ length: count }, (_, row) => ({ position: image + 2 + row * length, length })), packed: false }
  }
  if (compression !== PACKED) throw new ConversionError("unsupported")
  const width = large ? 4 : 2
  const lengths = await readAt(handle, image + 2, channels * height * width)
  let position = image + 2 + lengths.length
  const rows = Array.from({ length: count }, (_, row) => {
    const length = large ? lengths.readUInt32BE(row * 4) : lengths.readUInt16BE(row * 2)
    position += length
    return { position: position - length, length }
  })
  return { rows, packed: true }
}

const paletteColour = (palette: Buffer, value: number): number[] => [0, 256, 512].map((at) => palette[at + value] ?? 0)

/** Reads one channel after the other, each in smaller size, so that memory is bounded. */
async function readChannels(handle: FileHandle, header: PsdHeader, factor: number): Promise<ShrunkChannel[]> {
  const { palette, image } = await readSections(handle, header)
  const { rows, packed } = await locateRows(handle, header, image)
  const [width, height] = [Math.ceil(header.width / factor), Math.ceil(header.height / factor)]
  const indexed = header.mode === "indexed"
  const count = indexed ? 3 : colourChannels(header)
  const channels = Array.from({ length: count }, () => new ShrunkChannel(width, height, factor))
  const longest = rowBytes(header) * 2 + 64
  for (const [index, { position, length }] of rows.entries()) {
    if (length > longest) throw new ConversionError("corrupt", { cause: new Error(`a row of ${length} bytes`) })
    const bytes = await readAt(handle, position, length)
    const values = toBytes(packed ? unpackRow(bytes, rowBytes(header)) : bytes, header)
    const y = index % header.height
    if (indexed)
      for (const [channel, shrunk] of channels.entries())
        shrunk.add(
          values.map((value) => paletteColour(palette, value)[channel] ?? 0),
          y,
        )
    else channels[Math.floor(index / header.height)]?.add(values, y)
  }
  return channels
}

/**
 * Returns the merged picture that Photoshop stores behind the layers, as PNG of at most 3000 px. Throws ConversionError: corrupt, too_large,
 * unsupported (Lab, multichannel, 32 bits).
 */
export async function readPsdPicture(file: string): Promise<Buffer> {
  const handle = await open(file, "r")
  try {
    const header = readPsdHeader(await readAt(handle, 0, HEADER))
    if (!header) throw new ConversionError("unsupported")
    if (header.width * header.height > MAX_PIXELS) throw new ConversionError("too_large")
    if (header.width === 0 || header.height === 0 || header.channels < colourChannels(header)) throw new ConversionError("corrupt")
    const factor = Math.max(1, Math.ceil(Math.max(header.width, header.height) / MAX_SIDE))
    const channels = await readChannels(handle, header, factor)
    const [width, height] = [Math.ceil(header.width / factor), Math.ceil(header.height / factor)]
    const pixels = Buffer.alloc(width * height * 3)
    for (let index = 0; index < width * height; index += 1) {
      const colour = toRgb(
        channels.map((channel) => channel.at(index)),
        header,
      )
      for (const [channel, value] of colour.entries()) pixels[index * 3 + channel] = Math.round(value)
    }
    return await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 3 })
      .toBuffer()
  } finally {
    await handle.close()
  }
}
