/** Photoshop's colour modes. */
const modes: Record<number, "bitmap" | "grey" | "indexed" | "rgb" | "cmyk" | "duotone"> = {
  0: "bitmap",
  1: "grey",
  2: "indexed",
  3: "rgb",
  4: "cmyk",
  8: "duotone",
}
const COLOUR_CHANNELS = { bitmap: 1, grey: 1, indexed: 1, rgb: 3, cmyk: 4, duotone: 1 }

export type PsdHeader = {
  large: boolean
  channels: number
  width: number
  height: number
  depth: number
  mode: keyof typeof COLOUR_CHANNELS
}

/** Reads the header of a PSD or PSB (version 2); null for colours that we cannot convert (Lab, multichannel) and 32 bits. */
export function readPsdHeader(bytes: Buffer): PsdHeader | null {
  const mode = modes[bytes.readUInt16BE(24)]
  const depth = bytes.readUInt16BE(22)
  if (!mode || depth > 16) return null
  return {
    large: bytes.readUInt16BE(4) === 2,
    channels: bytes.readUInt16BE(12),
    height: bytes.readUInt32BE(14),
    width: bytes.readUInt32BE(18),
    depth,
    mode,
  }
}

export const rowBytes = ({ width, depth }: PsdHeader): number => Math.ceil((width * depth) / 8)

/** Returns the colour channels that are read: further ones are transparency and masks. */
export const colourChannels = ({ mode }: PsdHeader): number => COLOUR_CHANNELS[mode]

/** Unpacks a row (PackBits): a length, then bytes as they are or one byte that repeats. A damaged row ends early, in black. */
export function unpackRow(packed: Buffer, length: number): Buffer {
  const row = Buffer.alloc(length)
  let at = 0
  for (let index = 0; index < packed.length && at < length;) {
    const head = packed.readInt8(index)
    index += 1
    if (head >= 0) {
      packed.copy(row, at, index, index + head + 1)
      at += head + 1
      index += head + 1
    } else if (head !== -128) {
      row.fill(packed[index] ?? 0, at, Math.min(length, at + 1 - head))
      at += 1 - head
      index += 1
    }
  }
  return row
}

/** Adds up the pixels that become one pixel of the smaller picture. */
export class ShrunkChannel {
  private readonly sums: Float64Array
  private readonly counts: Uint32Array

  constructor(
    private readonly width: number,
    height: number,
    private readonly factor: number,
  ) {
    this.sums = new Float64Array(width * height)
    this.counts = new Uint32Array(width * height)
  }

  add(row: Uint8Array, y: number): void {
    const start = Math.floor(y / this.factor) * this.width
    for (const [x, value] of row.entries()) {
      const index = start + Math.floor(x / this.factor)
      this.sums[index] = (this.sums[index] ?? 0) + value
      this.counts[index] = (this.counts[index] ?? 0) + 1
    }
  }

  at(index: number): number {
    return (this.sums[index] ?? 0) / Math.max(1, this.counts[index] ?? 0)
  }
}

/** Returns a row with a byte for each pixel: of 16 bits the upper half, of one bit black or white. */
export function toBytes(row: Buffer, { width, depth }: PsdHeader): Uint8Array {
  if (depth === 8) return row
  if (depth === 16) return Uint8Array.from({ length: width }, (_, x) => row[x * 2] ?? 0)
  return Uint8Array.from({ length: width }, (_, x) => (((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0 ? 0 : 255))
}

/** Converts the values of one pixel to red, green and blue. Inks are stored inverted and converted without a profile. */
export function toRgb(values: readonly number[], { mode }: PsdHeader): [number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 255] = values
  if (mode === "rgb" || mode === "indexed") return [first, second, third]
  if (mode === "cmyk") return [(first * fourth) / 255, (second * fourth) / 255, (third * fourth) / 255]
  return [first, first, first]
}
