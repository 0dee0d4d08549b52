import type { PageCrop, PageMargins } from "./page-crop"

/** The pixels of a picture: red, green, blue and alpha, row by row. */
export type RgbaPixels = { data: ArrayLike<number>; width: number; height: number }

/** A pixel that differs from the paper by more than this in one channel is ink. */
const difference = 16
/** The part of the outermost pixels that must be paper; otherwise colour reaches the edges, and nothing is cut off. */
const plainEdge = 0.9
/** White that remains around the ink, as a fraction of the side. */
const air = 0.02
/** At most this is cut off at each side. */
const most = 0.25
/** Part of the measured pages that may have narrower margins than the common ones. */
const exceptions = 0.2

const whole: PageMargins = { left: 0, top: 0, right: 0, bottom: 0 }
const sides = ["left", "top", "right", "bottom"] as const

const differs = ({ data }: RgbaPixels, at: number, other: number): boolean =>
  [0, 1, 2].some((channel) => Math.abs(data[at + channel]! - data[other + channel]!) > difference)

/** Returns the offset of a corner's pixel in the colour of the paper: the most frequent one of the four. */
const paperOf = (pixels: RgbaPixels): number => {
  const { width, height } = pixels
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((pixel) => pixel * 4)
  const alike = (corner: number) => corners.filter((other) => !differs(pixels, corner, other)).length
  return corners.toSorted((one, other) => alike(other) - alike(one))[0]!
}

/** Returns for every row of a picture which pixels are ink. */
export const inkRows = (pixels: RgbaPixels): boolean[][] => {
  const paper = paperOf(pixels)
  return Array.from({ length: pixels.height }, (_, y) =>
    Array.from({ length: pixels.width }, (__, x) => differs(pixels, (y * pixels.width + x) * 4, paper)),
  )
}

/** Returns the empty margins of a picture of a page; null for a blank page. */
export const inkMargins = (pixels: RgbaPixels): PageMargins | null => {
  const { width, height } = pixels
  if (width < 3 || height < 3) return whole
  const paper = paperOf(pixels)
  let [left, top, right, bottom] = [width, height, -1, -1]
  let edge = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!differs(pixels, (y * width + x) * 4, paper)) continue
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) edge++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return null
  if (edge > (1 - plainEdge) * 2 * (width + height)) return whole
  const within = (margin: number) => Math.min(most, Math.max(0, margin - air))
  return {
    left: within(left / width),
    top: within(top / height),
    right: within((width - 1 - right) / width),
    bottom: within((height - 1 - bottom) / height),
  }
}

const leastOf = (one: PageMargins, other: PageMargins): PageMargins => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

const commonOf = (margins: PageMargins[]): PageMargins => {
  const common = { ...whole }
  if (!margins.length) return common
  const rank = Math.floor(margins.length * exceptions)
  for (const side of sides) common[side] = margins.map((one) => one[side]).toSorted((one, other) => one - other)[rank]!
  return common
}

/** Adds measured pages; returns the same crop if their ink is inside the common margins. Blank pages (null) are cropped like the others. */
export const withPages = (crop: PageCrop, measured: ReadonlyMap<number, PageMargins | null>): PageCrop => {
  const pages = new Map(crop.pages)
  for (const [page, margins] of measured) {
    const common = page % 2 ? crop.odd : crop.even
    if (margins && sides.some((side) => margins[side] < common[side])) pages.set(page, leastOf(margins, common))
  }
  return pages.size === crop.pages.size ? crop : { ...crop, pages }
}

/** Returns the crop of a document from measured sample pages. All pages count where fewer than two of a kind are measured. */
export const cropOf = (measured: ReadonlyMap<number, PageMargins | null>): PageCrop => {
  const rows = [...measured].flatMap(([page, margins]) => (margins ? [{ page, margins }] : []))
  const all = rows.map(({ margins }) => margins)
  const ofKind = (odd: number) => {
    const some = rows.filter(({ page }) => page % 2 === odd).map(({ margins }) => margins)
    return commonOf(some.length < 2 ? all : some)
  }
  return withPages({ odd: ofKind(1), even: ofKind(0), pages: new Map() }, measured)
}

/** Number of pages measured before the first crop, and how many of them lie around the page being read. */
const samples = 12
const near = 2

/** Returns the pages that stand for a document: those around the one being read, and others spread over it. */
export const samplePages = (page: number, total: number): number[] => {
  const around = Array.from({ length: 2 * near + 1 }, (_, index) => page - near + index)
  const spread = Array.from(
    { length: samples - around.length },
    (_, index) => 1 + Math.round((index * (total - 1)) / (samples - around.length - 1)),
  )
  // neighbours of the spread pages, so that odd and even ones are among them
  const all = [...around, ...spread.map((one, index) => (one % 2 === index % 2 ? one : one + 1))]
  return [...new Set(all)].filter((one) => one >= 1 && one <= total)
}
