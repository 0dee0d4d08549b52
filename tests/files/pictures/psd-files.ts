/** Photoshop's numbers of the colour modes. */
const modes = { bitmap: 0, grey: 1, indexed: 2, rgb: 3, cmyk: 4, lab: 9 }

type PsdParts = {
  mode: keyof typeof modes
  width: number
  height: number
  /** One value for each channel, the same for all pixels; of 16 bits the whole value. */
  values: readonly number[]
  depth?: number
  packed?: boolean
  /** The format for large pictures (.psb). */
  large?: boolean
  palette?: Buffer
  /** Bytes of metadata and layers, which are skipped. */
  layers?: number
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Packs a row as one byte that repeats, at most 128 times in a run. */
function packRow(row: Buffer): Buffer {
  const runs: number[] = []
  for (let left = row.length; left > 0; left -= 128) runs.push((257 - Math.min(128, left)) & 255, row[0] ?? 0)
  return Buffer.from(runs)
}

function rowOf(value: number, width: number, depth: number): Buffer {
  if (depth === 16) return Buffer.from(Array.from({ length: width }, () => [value >> 8, value & 255]).flat())
  return Buffer.alloc(Math.ceil((width * depth) / 8), depth === 1 ? (value === 0 ? 0 : 255) : value)
}

/** Makes a PSD whose merged picture has one colour. */
export function makePsd({
  mode,
  width,
  height,
  values,
  depth = 8,
  packed = false,
  large = false,
  palette = Buffer.alloc(0),
  layers = 100,
}: PsdParts): Buffer {
  const header = Buffer.alloc(26)
  header.write("8BPS")
  header.writeUInt16BE(large ? 2 : 1, 4)
  header.writeUInt16BE(values.length, 12)
  header.writeUInt32BE(height, 14)
  header.writeUInt32BE(width, 18)
  header.writeUInt16BE(depth, 22)
  header.writeUInt16BE(modes[mode], 24)
  const rows = values.flatMap((value) => {
    const row = rowOf(value, width, depth)
    return Array.from({ length: height }, () => (packed && depth === 8 ? packRow(row) : row))
  })
  const counts = rows.map(({ length }) => (large ? uint32(length) : uint32(length).subarray(2)))
  const sections = [
    uint32(palette.length),
    palette,
    uint32(layers),
    Buffer.alloc(layers),
    ...(large ? [uint32(0)] : []),
    uint32(layers),
    Buffer.alloc(layers, 7),
  ]
  return Buffer.concat([header, ...sections, Buffer.from([0, packed ? 1 : 0]), ...(packed ? counts : []), ...rows])
}
