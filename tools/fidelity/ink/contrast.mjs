import sharp from "sharp"

/** Strokes that the reference hardly shows either prove nothing. */
const FAINTEST = 0.05
/** How far beyond its edges a stroke may be found, in pixels: rasterisers round differently. */
const MARGIN = 0.35
/** Glyphs with less ink than this are not judged by their area, in pixels. */
const LEAST_INK = 4

/** Returns the luminance of every pixel, 0 to 255. */
export async function luminance(png, width, height) {
  const { data } = await sharp(png)
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .extract({ left: 0, top: 0, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const values = new Float32Array(width * height)
  for (let at = 0; at < values.length; at++)
    values[at] = 0.299 * (data[3 * at] ?? 0) + 0.587 * (data[3 * at + 1] ?? 0) + 0.114 * (data[3 * at + 2] ?? 0)
  return { values, width, height }
}

/** Returns the edges of a stroke in pixels; null if its glyph is turned or slanted. `scale`: pixels per point. */
export function strokeBox(stem, { matrix: [a, b, c, d], x, y }, scale) {
  if (Math.abs(b) > 0.02 * Math.abs(a) || Math.abs(c) > 0.02 * Math.abs(d)) return null
  const across = ([one, other]) => [one, other].map((value) => (value + x) * a * scale).sort((p, q) => p - q)
  const down = ([one, other]) => [one, other].map((value) => (value + y) * d * scale).sort((p, q) => p - q)
  const trim = (stem.to - stem.from) * 0.1
  /** @type {[number, number]} */
  const along = [stem.from + trim, stem.to - trim]
  /** @type {[number, number]} */
  const thickness = [stem.low, stem.high]
  return stem.horizontal ? { xs: across(along), ys: down(thickness) } : { xs: across(thickness), ys: down(along) }
}

/** Returns the mean contrast of a stroke with the paper behind it: along it, the strongest pixel across it. 0 to 255. */
export function contrastOf(picture, paper, { xs, ys }, horizontal) {
  /** @returns {[number, number]} */
  const range = ([low, high], margin) => [Math.floor(low - margin), Math.ceil(high + margin) - 1]
  const [left, right] = horizontal ? range(xs, 0) : range(xs, MARGIN)
  const [top, bottom] = horizontal ? range(ys, MARGIN) : range(ys, 0)
  if (left < 0 || top < 0 || right >= picture.width || bottom >= picture.height) return null
  const at = (x, y) => Math.abs(picture.values[y * picture.width + x] - paper.values[y * picture.width + x])
  let [sum, count] = [0, 0]
  const [first, last] = horizontal ? [left, right] : [top, bottom]
  const [low, high] = horizontal ? [top, bottom] : [left, right]
  for (let along = first; along <= last; along++) {
    let strongest = 0
    for (let across = low; across <= high; across++) strongest = Math.max(strongest, horizontal ? at(along, across) : at(across, along))
    sum += strongest
    count += 1
  }
  return count ? sum / count : null
}

/** Returns what our picture keeps of the contrast of the reference's stroke; null if it cannot be judged. */
export function remainderOf(pictures, box, horizontal) {
  const theirs = contrastOf(pictures.reference, pictures.paper, box, horizontal)
  if (theirs === null || theirs < FAINTEST * 255) return null
  return (contrastOf(pictures.ours, pictures.paper, box, horizontal) ?? 0) / theirs
}

/** Returns how much more ink a box has than without the style sheet (0: the same); null if it has hardly any. */
export function growthOf({ ours, bare, paper }, [left, top, right, bottom]) {
  let [before, after] = [0, 0]
  for (let y = Math.max(0, top); y < Math.min(paper.height, bottom); y++)
    for (let x = Math.max(0, left); x < Math.min(paper.width, right); x++) {
      const at = y * paper.width + x
      before += Math.abs(bare.values[at] - paper.values[at])
      after += Math.abs(ours.values[at] - paper.values[at])
    }
  return before / 255 < LEAST_INK ? null : after / before - 1
}
