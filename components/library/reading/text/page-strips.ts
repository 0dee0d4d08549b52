import { type RgbaPixels, inkRows } from "../store/ink-margins"

/** A part of a page as fractions of its width and height. */
export type PageStrip = { x: number; y: number; width: number; height: number }
/** Edges in px; `right` and `bottom` are the first ones outside. */
type Box = { left: number; top: number; right: number; bottom: number }

/** An empty column of this part of the page's width separates columns, each of which is at least `narrowest` wide and `lowest` high. */
const gutter = 0.015
const narrowest = 0.2
const lowest = 0.12
/** An empty row of this part of the page's height separates strips. */
const gap = 0.03
/** Space that remains around the ink, as a part of the width. */
const air = 0.012
const maxStrips = 24

/** Returns the empty runs between the first and the last used index. */
const gapsOf = (used: boolean[]): { from: number; to: number }[] => {
  const gaps: { from: number; to: number }[] = []
  let last = -1
  used.forEach((isUsed, index) => {
    if (!isUsed) return
    if (last >= 0 && index > last + 1) gaps.push({ from: last + 1, to: index })
    last = index
  })
  return gaps
}

const usedColumns = (ink: boolean[][], { left, top, right, bottom }: Box): boolean[] =>
  Array.from({ length: right - left }, (_, x) => ink.slice(top, bottom).some((row) => row[left + x]))
const usedRows = (ink: boolean[][], { left, top, right, bottom }: Box): boolean[] =>
  ink.slice(top, bottom).map((row) => row.slice(left, right).some(Boolean))

/** Returns the box without its empty edges; null if it is empty. */
const trimmed = (ink: boolean[][], box: Box): Box | null => {
  const rows = usedRows(ink, box)
  const columns = usedColumns(ink, box)
  if (!rows.includes(true)) return null
  return {
    left: box.left + columns.indexOf(true),
    top: box.top + rows.indexOf(true),
    right: box.left + columns.lastIndexOf(true) + 1,
    bottom: box.top + rows.lastIndexOf(true) + 1,
  }
}

const widestOf = (gaps: { from: number; to: number }[]) => gaps.toSorted((one, other) => other.to - other.from - (one.to - one.from))[0]

/**
 * Cuts the picture of a page into strips in reading order: columns one below the other, without the empty space between them. Strips of one
 * column have the same width, so that their letters have the same size.
 */
export const stripsOf = (pixels: RgbaPixels): PageStrip[] => {
  const { width, height } = pixels
  const ink = inkRows(pixels)
  const strips: Box[] = []
  const cut = (whole: Box, column: Box | null): void => {
    const box = trimmed(ink, whole)
    if (!box) return
    const between = gapsOf(usedColumns(ink, box)).filter(
      ({ from, to }) => to - from >= gutter * width && from >= narrowest * width && box.right - box.left - to >= narrowest * width,
    )
    const side = box.bottom - box.top >= lowest * height ? widestOf(between) : undefined
    if (side) {
      const middle = box.left + Math.round((side.from + side.to) / 2)
      cut({ ...box, right: middle }, null)
      return cut({ ...box, left: middle }, null)
    }
    const wide = column ?? box
    const below = widestOf(gapsOf(usedRows(ink, box)).filter(({ from, to }) => to - from >= gap * height))
    if (below && strips.length < maxStrips) {
      const middle = box.top + below.from
      cut({ ...wide, top: box.top, bottom: middle }, wide)
      return cut({ ...wide, top: box.top + below.to, bottom: box.bottom }, wide)
    }
    strips.push({ ...box, left: wide.left, right: wide.right })
  }
  cut({ left: 0, top: 0, right: width, bottom: height }, null)
  return strips.map((box) => {
    const more = air * width
    const [left, right] = [Math.max(0, box.left - more), Math.min(width, box.right + more)]
    const [top, bottom] = [Math.max(0, box.top - more), Math.min(height, box.bottom + more)]
    return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height }
  })
}
