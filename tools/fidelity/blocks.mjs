import sharp from "sharp"

export const WIDTH = 700
const BLOCK = 8
/** Smallest visible difference of a colour (of 255). Smaller differences come from anti-aliasing. */
const BAD = 56

/** Returns the mean colour of each block of 8 × 8 pixels. */
async function blockMeans(png, height) {
  const [across, down] = [Math.ceil(WIDTH / BLOCK), Math.ceil(height / BLOCK)]
  const { data } = await sharp(png, { limitInputPixels: false })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .resize(WIDTH, height, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = new Float64Array(across * down * 3)
  const counts = new Uint32Array(across * down)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < WIDTH; x++) {
      const block = Math.floor(y / BLOCK) * across + Math.floor(x / BLOCK)
      counts[block] = (counts[block] ?? 0) + 1
      for (let channel = 0; channel < 3; channel++) {
        const index = block * 3 + channel
        sums[index] = (sums[index] ?? 0) + (data[(y * WIDTH + x) * 3 + channel] ?? 0)
      }
    }
  return { means: sums.map((sum, index) => sum / (counts[Math.floor(index / 3)] ?? 1)), blocks: across * down }
}

/** Returns the share (0 to 1) of blocks in which two pictures of the same page differ visibly (docs/reference/conversion.md 4). */
export async function badShare(ours, theirs, height) {
  const [a, b] = await Promise.all([blockMeans(ours, height), blockMeans(theirs, height)])
  let bad = 0
  for (let block = 0; block < a.blocks; block++) {
    let difference = 0
    for (let channel = 0; channel < 3; channel++)
      difference = Math.max(difference, Math.abs((a.means[block * 3 + channel] ?? 0) - (b.means[block * 3 + channel] ?? 0)))
    if (difference > BAD) bad++
  }
  return bad / a.blocks
}
