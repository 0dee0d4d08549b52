import sharp from "sharp"

/** Width at which the pages of a folder are compared (docs/reference/conversion.md 4). */
export const WIDTH = 700
const BLOCK = 8
/** Smallest visible difference of a colour (of 255). Smaller differences come from anti-aliasing. */
const BAD = 56
/** A block with a darker pixel has ink. */
const PAPER = 250

/** Returns the mean colour of each block of 8 × 8 pixels, and whether the block has ink. */
async function readBlocks(png, { width, height }) {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const { data } = await sharp(png, { limitInputPixels: false })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = new Float64Array(across * down * 3)
  const counts = new Uint32Array(across * down)
  const inked = new Uint8Array(across * down)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / BLOCK) * across + Math.floor(x / BLOCK)
      counts[block] = (counts[block] ?? 0) + 1
      for (let channel = 0; channel < 3; channel++) {
        const index = block * 3 + channel
        const value = data[(y * width + x) * 3 + channel] ?? 0
        sums[index] = (sums[index] ?? 0) + value
        if (value < PAPER) inked[block] = 1
      }
    }
  return { means: sums.map((sum, index) => sum / (counts[Math.floor(index / 3)] ?? 1)), inked, blocks: across * down }
}

/**
 * Compares two pictures of the same page at a size in pixels. Returns the share (0 to 1) of blocks that differ visibly
 * (docs/reference/conversion.md 4), and the number of those that have ink in one picture and none in the other.
 */
export async function compareBlocks(ours, theirs, size) {
  const [a, b] = await Promise.all([readBlocks(ours, size), readBlocks(theirs, size)])
  let [bad, lost] = [0, 0]
  for (let block = 0; block < a.blocks; block++) {
    let difference = 0
    for (let channel = 0; channel < 3; channel++)
      difference = Math.max(difference, Math.abs((a.means[block * 3 + channel] ?? 0) - (b.means[block * 3 + channel] ?? 0)))
    if (difference <= BAD) continue
    bad++
    if (a.inked[block] !== b.inked[block]) lost++
  }
  return { bad: bad / a.blocks, lost }
}
