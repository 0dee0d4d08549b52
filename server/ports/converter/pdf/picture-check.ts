import sharp from "sharp"
import type { Pixels } from "./bitmap-pixels"

const BLOCKS = 12
/** Largest allowed difference of a block's mean; faithful pictures stay well below. */
const MAX_DIFFERENCE = 30

/** Returns mean red, green and blue of BLOCKS by BLOCKS blocks. */
function blockMeans({ data, width, height }: Pixels): Float64Array {
  const sums = new Float64Array(BLOCKS * BLOCKS * 3)
  const counts = new Float64Array(BLOCKS * BLOCKS)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const block = Math.floor((y * BLOCKS) / height) * BLOCKS + Math.floor((x * BLOCKS) / width)
      const from = (y * width + x) * 4
      counts[block] = (counts[block] ?? 0) + 1
      for (let channel = 0; channel < 3; channel += 1) {
        const sum = block * 3 + channel
        sums[sum] = (sums[sum] ?? 0) + (data[from + channel] ?? 0)
      }
    }
  return sums.map((sum, index) => sum / (counts[Math.floor(index / 3)] || 1))
}

/**
 * Checks whether an encoded picture, displayed unchanged, looks like PDFium's small rendering of it. A PDF may invert or recolour
 * the file's content (Decode arrays, unusual colour spaces), which PDFium's API does not report.
 */
export async function looksAlike(encoded: Buffer, rendering: Pixels): Promise<boolean> {
  const { width, height } = rendering
  const data = await sharp(encoded).toColourspace("srgb").resize(width, height, { fit: "fill" }).ensureAlpha().raw().toBuffer()
  const [ours, theirs] = [blockMeans({ data, width, height }), blockMeans(rendering)]
  return ours.every((mean, index) => Math.abs(mean - (theirs[index] ?? 0)) <= MAX_DIFFERENCE)
}
