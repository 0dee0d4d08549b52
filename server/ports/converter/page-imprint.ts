import sharp from "sharp"
import type { PixelImage } from "./cover-ink"

/*
 * A perceptual hash of a page, for scans without text (docs/decisions/480). A grid of 9 × 8 cells is laid over the picture; each of the 64 bits
 * says whether a cell is clearly lighter than the one to its right. Another resolution, compression or file format changes few bits, another
 * page about half of those that are not its margins.
 */

const [columns, rows] = [9, 8]
/** A smaller difference of two cells (grey levels, 0 to 255) says nothing: paper is never quite even. */
const clearDifference = 1
/** A page with fewer clear differences is nearly blank, and like every other blank page. */
const fewestClear = 16

/** Returns the mean of each cell, row by row. Only the first channel of a pixel counts. */
const cellsOf = ({ data, width, height, channels }: PixelImage): Float64Array => {
  const [sums, counts] = [new Float64Array(columns * rows), new Float64Array(columns * rows)]
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns
    for (let x = 0; x < width; x += 1, at += channels) {
      const cell = row + Math.floor((x * columns) / width)
      sums[cell]! += data[at]!
      counts[cell]! += 1
    }
  }
  return sums.map((sum, cell) => sum / counts[cell]!)
}

/** Returns the hash of a grey picture as a signed number of 64 bits; null if it is too small or nearly blank. */
export const imprintOf = (picture: PixelImage): bigint | null => {
  if (picture.width < columns * 2 || picture.height < rows * 2) return null
  const cells = cellsOf(picture)
  let bits = 0n
  let clear = 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row * columns + column
      const difference = cells[at]! - cells[at + 1]!
      if (Math.abs(difference) > clearDifference) clear += 1
      if (difference > clearDifference) bits |= 1n << BigInt(row * (columns - 1) + column)
    }
  return clear < fewestClear ? null : BigInt.asIntN(64, bits)
}

/** Returns the hash of a page from its thumbnail. */
export const readImprint = async (thumb: Buffer): Promise<bigint | null> => {
  const { data, info } = await sharp(thumb).removeAlpha().greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true })
  return imprintOf({ data, width: info.width, height: info.height, channels: info.channels })
}
