import { marginsOf, type PageCrop, type PageMargins } from "./page-crop"
import { isWideSheet, pixelsPerPoint, type Size, type Rotation, type Zoom } from "./reader-rules"

/** 连续, 单页, 双页, 幻灯片. */
export type Mode = "scroll" | "single" | "double" | "slides"

/** The inputs that determine the position of every page. Lengths in CSS pixels, sizes in points. */
export type LayoutInput = {
  sizes: Size[]
  /** space for a page, and the height of the screen without bars */
  width: number
  height: number
  gap: number
  zoom: Zoom
  turn: Rotation
  mode: Mode
  /** the page being read: the paged modes render only this one */
  page: number
  /** advertisements between consecutive pages */
  pageAds?: PageAds | null
  /** the margins that are cut off; only for pages that are not rotated */
  crop?: PageCrop | null
}

/** An advertisement of `height` px after every `every`th page, starting at page `from`. */
export type PageAds = { every: number; from: number; height: number }

/** The box of a rendered page, relative to the upper left corner of all pages; `top` and `end` are those of its row. */
export type PageBox = {
  page: number
  x: number
  y: number
  width: number
  height: number
  top: number
  end: number
  scale: number
  /** the whole page, relative to the box, which shows a part of it; absent = the box shows all of it */
  whole?: WholePage
}
type WholePage = { x: number; y: number; width: number; height: number }
export type PagePlan = { boxes: PageBox[]; width: number; height: number }
/** A point on a page, as fractions of the whole page. */
export type PagePoint = { page: number; x: number; y: number }

/** Returns true if an advertisement follows this page; never after the last one. */
export const isFollowed = (page: number, total: number, pageAds: PageAds | null | undefined): boolean =>
  !!pageAds && page % pageAds.every === 0 && page >= pageAds.from && page < total

/** Returns true if the first page is alone in 双页, as the cover of a book: its spreads are 2 | 3, 4 | 5 … */
const hasCover = (mode: Mode, total: number): boolean => mode === "double" && total > 2

/** Returns the first page of the row that contains a page. */
export const rowStart = (page: number, mode: Mode, total: number): number => {
  if (mode !== "double") return page
  return hasCover(mode, total) ? Math.max(1, page - (page % 2)) : page - ((page - 1) % 2)
}

/** Returns the first page of the next (`by` 1) or previous (`by` -1) row; beyond the ends it is not a page. */
export const leafFrom = (page: number, by: 1 | -1, mode: Mode, total: number): number => {
  const start = rowStart(page, mode, total)
  if (mode !== "double") return start + by
  if (by > 0) return start + (hasCover(mode, total) && start === 1 ? 1 : 2)
  return start === 1 ? 0 : rowStart(start - 1, mode, total)
}

export const isPaged = (mode: Mode): boolean => mode === "single" || mode === "slides"

const wholeOf = ({ width, height, whole }: PageBox): WholePage => whole ?? { x: 0, y: 0, width, height }

/** Returns the px below the upper edge of a box of a height on its page in points. */
export const depthOf = (box: PageBox, points: number): number => points * box.scale + wholeOf(box).y

/** Returns the height on the page in points of px below the upper edge of its box. */
export const heightAt = (box: PageBox, down: number): number => (down - wholeOf(box).y) / box.scale

const trimmed = ([width, height]: Size, { left, right, top, bottom }: PageMargins): Size => [
  width * (1 - left - right),
  height * (1 - top - bottom),
]

const turned = ([width, height]: Size, turn: Rotation): Size => (turn % 180 ? [height, width] : [width, height])

/** The scale at which letters of 10.5 pt have an x-height of 9 px; Latin letters are 0.47 em high. */
const readable = 9 / (10.5 * 0.47)

/** Returns the CSS pixels per point for one row with `slots` pages side by side; the last row may have fewer. */
const scaleOf = (row: Size[], slots: number, isWide: boolean, { width, height, gap, zoom, mode }: LayoutInput): number => {
  if (typeof zoom === "number" && mode !== "slides") return zoom * pixelsPerPoint
  const wide = row.reduce((sum, size) => sum + size[0], 0) + (slots - row.length) * row[0]![0]
  const fit = Math.max(1, width - gap * (slots - 1)) / wide
  if (zoom === "column" && mode !== "slides") return slots === 1 && isWide ? Math.max(fit, Math.min(fit * 2, readable)) : fit
  if (zoom === "width" && mode !== "slides") return fit
  return Math.min(fit, Math.max(80, height) / Math.max(...row.map((size) => size[1])))
}

/**
 * Computes the position of every page before any image is loaded. Rows are stacked with `gap` between them, each centred. Pages wider than
 * the available space widen the plan; they are never scaled below the requested zoom.
 */
export const planOf = (input: LayoutInput): PagePlan => {
  const { sizes, gap, turn, mode, width: room } = input
  const pages = isPaged(mode) ? [input.page] : sizes.map((_, index) => index + 1)
  const slots = mode === "double" && sizes.length > 1 ? 2 : 1
  const boxes: PageBox[] = []
  let top = 0
  let widest = room
  /** the right end of each row, with the half that a single page leaves empty */
  const ends: number[] = []
  const alone = hasCover(mode, sizes.length)
  for (let at = 0; at < pages.length;) {
    const isCover = alone && at === 0
    const numbers = pages.slice(at, at + (isCover ? 1 : slots))
    at += numbers.length
    const full = numbers.map((page) => turned(sizes[page - 1] ?? [595, 842], turn))
    const margins = numbers.map((page) => (input.crop ? marginsOf(input.crop, page) : null))
    const row = full.map((size, index) => (margins[index] ? trimmed(size, margins[index]) : size))
    const scale = scaleOf(row, slots, isWideSheet(full[0]!), input)
    const tall = Math.max(...row.map((size) => size[1])) * scale
    const missing = (slots - row.length) * (row[0]![0] * scale + gap)
    // a cover is a right page
    let x = isCover ? missing : 0
    row.forEach((size, index) => {
      const [width, height] = full[index]!.map((side) => side * scale) as Size
      const cut = margins[index]
      boxes.push({
        page: numbers[index]!,
        x,
        y: top + (tall - size[1] * scale) / 2,
        width: size[0] * scale,
        height: size[1] * scale,
        top,
        end: top + tall,
        scale,
        ...(cut && { whole: { x: -cut.left * width, y: -cut.top * height, width, height } }),
      })
      x += size[0] * scale + gap
    })
    // a single page in the last row stays in its half
    const end = x - gap + (isCover ? 0 : missing)
    ends.push(end)
    widest = Math.max(widest, end)
    top += tall + gap
    if (mode === "scroll" && isFollowed(numbers.at(-1)!, sizes.length, input.pageAds)) top += input.pageAds!.height + gap
  }
  return { boxes: centred(boxes, widest, ends), width: widest, height: Math.max(0, top - gap) }
}

/** Centres every row within the total width; `ends` are the right ends of the rows. */
const centred = (boxes: PageBox[], width: number, ends: number[]): PageBox[] => {
  let row = -1
  let top = -1
  return boxes.map((box) => {
    if (box.top !== top) row++
    top = box.top
    return { ...box, x: box.x + (width - ends[row]!) / 2 }
  })
}

/**
 * Returns the index of the first page whose row ends below `y`; the last page if all end above. Rows are sorted, so a binary search works.
 */
export const indexAt = ({ boxes }: PagePlan, y: number): number => {
  let low = 0
  let high = boxes.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (boxes[middle]!.end > y) high = middle
    else low = middle + 1
  }
  return Math.max(0, low)
}

export type PageSpan = { from: number; to: number }

/** Returns the first and last page between two heights. */
export const pagesBetween = (plan: PagePlan, top: number, bottom: number): PageSpan => {
  const from = indexAt(plan, top)
  let to = from
  while (to + 1 < plan.boxes.length && plan.boxes[to + 1]!.top < bottom) to++
  return { from: plan.boxes[from]?.page ?? 1, to: plan.boxes[to]?.page ?? 1 }
}

/**
 * Returns the pages to render: the visible ones, plus `behind` before and `ahead` after as far as `max` allows.
 * Visible pages are always rendered.
 */
export const windowOf = ({ from, to }: PageSpan, total: number, { behind = 2, ahead = 3, max = 12 } = {}): PageSpan => {
  const room = Math.max(0, max - (to - from + 1))
  const after = Math.min(ahead, room, total - to)
  const before = Math.min(behind, room - after, from - 1)
  return { from: from - before, to: to + after }
}

export const boxOf = ({ boxes }: PagePlan, page: number): PageBox | null => {
  const box = boxes.length === 1 ? boxes[0] : boxes[page - 1]
  return box?.page === page ? box : null
}

/** Returns the point of a page at a position; a position above, below or beside the pages belongs to the nearest page. */
export const pointAt = (plan: PagePlan, x: number, y: number): PagePoint | null => {
  const first = plan.boxes[indexAt(plan, y)]
  if (!first) return null
  const second = boxOf(plan, first.page + 1)
  const box = second && second.top === first.top && x > second.x ? second : first
  const whole = wholeOf(box)
  return { page: box.page, x: (x - box.x - whole.x) / whole.width, y: (y - box.y - whole.y) / whole.height }
}

/** Returns the current position of such a point, after zoom, width, rotation or mode have changed. */
export const positionOf = (plan: PagePlan, point: PagePoint): { x: number; y: number } | null => {
  const box = boxOf(plan, point.page)
  if (!box) return null
  const whole = wholeOf(box)
  return { x: box.x + whole.x + point.x * whole.width, y: box.y + whole.y + point.y * whole.height }
}
