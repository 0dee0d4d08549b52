import type { Sheet } from "@/lib/contract/types"

/** The row layout of a sheet, in pixels. Lookups take the same number of steps for a hundred thousand rows as for a thousand. */
export type RowLayout = { total: number; topOf: (row: number) => number; heightOf: (row: number) => number; rowAt: (top: number) => number }

/** Returns the first index from 0 to `count` for which `holds` is true; it must stay true from there on. */
const firstWhere = (count: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** `scale`: the size of the grid, 1 = as in the file. */
export const rowsOf = ({ rows, height, heights }: Pick<Sheet, "rows" | "height" | "heights">, scale: number): RowLayout => {
  // 0 where a filter hides most rows
  const usual = Math.max(0, height) * scale
  const named = heights.filter(([row]) => row < rows).toSorted(([one], [other]) => one - other)
  /** total difference between the first n rows with custom height and the default height */
  const offsets = [0]
  for (const [, rowHeight] of named) offsets.push(offsets.at(-1)! + rowHeight * scale - usual)
  const before = (row: number): number => firstWhere(named.length, (index) => named[index]![0] >= row)
  const topOf = (row: number): number => row * usual + offsets[before(row)]!
  const heightOf = (row: number): number => {
    const entry = named[before(row)]
    return entry?.[0] === row ? entry[1] * scale : usual
  }
  const rowAt = (top: number): number => Math.max(0, firstWhere(rows, (row) => topOf(row) > top) - 1)
  return { total: topOf(rows), topOf, heightOf, rowAt }
}

/** Returns the letters of a column: A, B, … Z, AA. */
export const columnName = (column: number): string => {
  let name = ""
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** Rows per block, as on the server. */
export const blockRows = 50
export const blockOf = ({ first }: Pick<Sheet, "first">, row: number): number => first + Math.floor(row / blockRows)

/** A merged cell: the position of its content in the sheet, and how many rendered rows and columns it spans. */
export type CellSpan = { from: readonly [row: number, column: number]; rows: number; columns: number }
/** `at`: spans by "row column" of the rendered cell; `covered` cells are not rendered. */
export type Spans = { at: ReadonlyMap<string, CellSpan>; covered: ReadonlySet<string> }

/**
 * Returns the merged cells among the rendered rows and columns, which omit hidden ones. `parts`: the frozen rows, and those around the
 * screen;
 * a cell that begins outside of a part begins at its start.
 */
export const spansOf = (merges: Sheet["merges"], parts: readonly (readonly number[])[], columns: readonly number[]): Spans => {
  const at = new Map<string, CellSpan>()
  const covered = new Set<string>()
  for (const [row, column, down, across] of merges) {
    const wide = columns.filter((one) => one >= column && one < column + across)
    if (!wide.length) continue
    for (const part of parts) {
      if ((part.at(-1) ?? -1) < row || (part[0] ?? Infinity) >= row + down) continue
      const tall = part.filter((one) => one >= row && one < row + down)
      if (!tall.length) continue
      for (const y of tall) for (const x of wide) covered.add(`${y} ${x}`)
      const key = `${tall[0]} ${wide[0]}`
      covered.delete(key)
      at.set(key, { from: [row, column], rows: tall.length, columns: wide.length })
    }
  }
  return { at, covered }
}
