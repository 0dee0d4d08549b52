/** One entry of an ICO file: an unchanged PNG, or RGBA rows from the top. */
export type Icon = { png: Buffer } | { rgba: Buffer; width: number; height: number }

const pngMark = Buffer.from("89504e470d0a1a0a", "hex")
/** Maximum width in the directory of an ICO file. */
const largest = 256
const broken = () => new Error("broken icon")

/** Returns the largest and deepest entry of an ICO file (a directory of PNGs and bitmaps). Throws on malformed input. */
export const readIcon = (file: Buffer): Icon => {
  const count = file.readUInt16LE(4)
  if (count < 1 || count > 64 || file.length < 6 + count * 16) throw broken()
  const entries = Array.from({ length: count }, (_, n) => {
    const at = 6 + n * 16
    return {
      side: (file[at] || largest) * (file[at + 1] || largest),
      depth: file.readUInt16LE(at + 6),
      size: file.readUInt32LE(at + 8),
      from: file.readUInt32LE(at + 12),
    }
  })
  const best = entries.sort((a, b) => b.side - a.side || b.depth - a.depth)[0]!
  const content = file.subarray(best.from, best.from + best.size)
  if (content.length !== best.size || content.length < 40) throw broken()
  return content.subarray(0, 8).equals(pngMark) ? { png: content } : readBitmap(content)
}

/**
 * Reads an icon's device-independent bitmap: colours from the bottom up, then a mask with one bit per pixel. The stored height is twice the
 * visible height.
 */
const readBitmap = (dib: Buffer): Icon => {
  const header = dib.readUInt32LE(0)
  const [width, height, depth] = [dib.readInt32LE(4), dib.readInt32LE(8) / 2, dib.readUInt16LE(14)]
  if (header < 40 || !Number.isInteger(height) || width < 1 || width > largest || height < 1 || height > largest) throw broken()
  if (dib.readUInt32LE(16) !== 0 || ![1, 4, 8, 24, 32].includes(depth)) throw broken()
  const colours = depth <= 8 ? dib.readUInt32LE(32) || 2 ** depth : 0
  if (colours > 256) throw broken()
  const rowBytes = (bits: number) => Math.ceil((width * bits) / 32) * 4
  const pixels = header + colours * 4
  const mask = pixels + rowBytes(depth) * height
  if (dib.length < mask) throw broken()
  const masked = dib.length >= mask + rowBytes(1) * height
  const rgba = Buffer.alloc(width * height * 4)
  const bits = (row: number, x: number, size: number) => (dib[row + ((x * size) >> 3)]! >> (8 - size - ((x * size) & 7))) & (2 ** size - 1)
  let opaque = 0
  for (let y = 0; y < height; y++) {
    const row = pixels + (height - 1 - y) * rowBytes(depth)
    const maskRow = mask + (height - 1 - y) * rowBytes(1)
    for (let x = 0; x < width; x++) {
      const offset = depth >= 24 ? row + x * (depth / 8) : header + Math.min(bits(row, x, depth), colours - 1) * 4
      const out = (y * width + x) * 4
      rgba[out] = dib[offset + 2]!
      rgba[out + 1] = dib[offset + 1]!
      rgba[out + 2] = dib[offset]!
      rgba[out + 3] = depth === 32 ? dib[offset + 3]! : masked && bits(maskRow, x, 1) ? 0 : 255
      opaque += rgba[out + 3]!
    }
  }
  // Old programs left the fourth byte empty and relied on the mask alone.
  if (depth === 32 && opaque === 0) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255
  return { rgba, width, height }
}
