import { pixelsPerPoint, type Size, type Turn, type Zoom } from "../reader-rules"

/** 连续, 单页, 双页, 幻灯片. */
export type Mode = "scroll" | "single" | "double" | "slides"

/** What decides where every page lies. Lengths in CSS pixels, sizes in points. */
export type LayoutInput = {
  sizes: Size[]
  /** room for a page and the height of the screen beside bars */
  width: number
  height: number
  gap: number
  zoom: Zoom
  turn: Turn
  mode: Mode
  /** the page being read: the paged modes draw only this one */
  page: number
  /** what stands between the pages that follow each other */
  pageAds?: PageAds | null
}

/** After every `every`th page from `from` on, `height` px of it. */
export type PageAds = { every: number; from: number; height: number }

/** One page as it is drawn, from the upper left corner of all pages; `top` and `end` are those of its row. */
export type Box = { page: number; x: number; y: number; width: number; height: number; top: number; end: number; scale: number }
export type Plan = { boxes: Box[]; width: number; height: number }
/** A place on a page, as fractions of its box. */
export type Point = { page: number; x: number; y: number }

/** True if an advertisement follows this page; never after the last one. */
export const isFollowed = (page: number, total: number, pageAds: PageAds | null | undefined): boolean =>
  !!pageAds && page % pageAds.every === 0 && page >= pageAds.from && page < total

export const isPaged = (mode: Mode): boolean => mode === "single" || mode === "slides"

const turned = ([width, height]: Size, turn: Turn): Size => (turn % 180 ? [height, width] : [width, height])

/** CSS pixels per point of one row with `slots` pages side by side; the last row may have fewer. */
const scaleOf = (row: Size[], slots: number, { width, height, gap, zoom, mode }: LayoutInput): number => {
  if (typeof zoom === "number" && mode !== "slides") return zoom * pixelsPerPoint
  const wide = row.reduce((sum, size) => sum + size[0], 0) + (slots - row.length) * row[0]![0]
  const fit = Math.max(1, width - gap * (slots - 1)) / wide
  if (zoom === "width" && mode !== "slides") return fit
  return Math.min(fit, Math.max(80, height) / Math.max(...row.map((size) => size[1])))
}

/**
 * Where every page lies, before a single image is there. Rows stand below each other with `gap` between them, each centred; what is wider
 * than the room makes the whole wider, never the page smaller than asked.
 */
export const planOf = (input: LayoutInput): Plan => {
  const { sizes, gap, turn, mode, width } = input
  const pages = isPaged(mode) ? [input.page] : sizes.map((_, index) => index + 1)
  const slots = mode === "double" && sizes.length > 1 ? 2 : 1
  const boxes: Box[] = []
  let top = 0
  let widest = width
  for (let at = 0; at < pages.length; at += slots) {
    const numbers = pages.slice(at, at + slots)
    const row = numbers.map((page) => turned(sizes[page - 1] ?? [595, 842], turn))
    const scale = scaleOf(row, slots, input)
    const tall = Math.max(...row.map((size) => size[1])) * scale
    let x = 0
    row.forEach((size, index) => {
      boxes.push({
        page: numbers[index]!,
        x,
        y: top + (tall - size[1] * scale) / 2,
        width: size[0] * scale,
        height: size[1] * scale,
        top,
        end: top + tall,
        scale,
      })
      x += size[0] * scale + gap
    })
    // a lone page of the last row keeps its own half
    widest = Math.max(widest, x - gap + (slots - row.length) * (row[0]![0] * scale + gap))
    top += tall + gap
    if (mode === "scroll" && isFollowed(numbers.at(-1)!, sizes.length, input.pageAds)) top += input.pageAds!.height + gap
  }
  return { boxes: centred(boxes, widest, gap, slots), width: widest, height: Math.max(0, top - gap) }
}

/** Every row in the middle of the whole width. */
const centred = (boxes: Box[], width: number, gap: number, slots: number): Box[] =>
  boxes.map((box, index) => {
    const row = boxes.slice(index - (index % slots), index - (index % slots) + slots)
    const last = row.at(-1)!
    const used = last.x + last.width + (slots - row.length) * (last.width + gap)
    return { ...box, x: box.x + (width - used) / 2 }
  })

/** Index of the first page whose row ends below `y`; the last page when all end above. Rows are in order, so halving finds it. */
export const indexAt = ({ boxes }: Plan, y: number): number => {
  let low = 0
  let high = boxes.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (boxes[middle]!.end > y) high = middle
    else low = middle + 1
  }
  return Math.max(0, low)
}

export type Span = { from: number; to: number }

/** First and last page between two heights. */
export const pagesBetween = (plan: Plan, top: number, bottom: number): Span => {
  const from = indexAt(plan, top)
  let to = from
  while (to + 1 < plan.boxes.length && plan.boxes[to + 1]!.top < bottom) to++
  return { from: plan.boxes[from]?.page ?? 1, to: plan.boxes[to]?.page ?? 1 }
}

/**
 * The pages that are really drawn: those on the screen, and around them as many as `max` leaves room for, `behind` before and `ahead` after.
 * What is on the screen is always drawn.
 */
export const windowOf = ({ from, to }: Span, total: number, { behind = 2, ahead = 3, max = 12 } = {}): Span => {
  const room = Math.max(0, max - (to - from + 1))
  const after = Math.min(ahead, room, total - to)
  const before = Math.min(behind, room - after, from - 1)
  return { from: from - before, to: to + after }
}

export const boxOf = ({ boxes }: Plan, page: number): Box | null => {
  const box = boxes.length === 1 ? boxes[0] : boxes[page - 1]
  return box?.page === page ? box : null
}

/** The place under a point; above, below and beside the pages it belongs to the nearest one. */
export const pointAt = (plan: Plan, x: number, y: number): Point | null => {
  const first = plan.boxes[indexAt(plan, y)]
  if (!first) return null
  const second = boxOf(plan, first.page + 1)
  const box = second && second.top === first.top && x > second.x ? second : first
  return { page: box.page, x: (x - box.x) / box.width, y: (y - box.y) / box.height }
}

/** Where such a place lies now, after zoom, width, rotation or mode have changed. */
export const placeOf = (plan: Plan, point: Point): { x: number; y: number } | null => {
  const box = boxOf(plan, point.page)
  return box && { x: box.x + point.x * box.width, y: box.y + point.y * box.height }
}
