import type { PageLine, LinePart } from "./lines"
import { isMarker, isOption, markerOf } from "./markers"

/** Maximum number of lines per cell. */
const CELL_LINES = 8
/** Maximum distance between the edges of one column, in points. */
const ALIGNED = 4

/** A row of a potential table: its lines, and its cells from left to right. */
type Row = { lines: PageLine[]; cells: LinePart[]; top: number; bottom: number }

const cellsOf = (lines: readonly PageLine[]): LinePart[] => {
  const cells: LinePart[] = []
  for (const { parts } of lines)
    for (const part of parts) {
      const cell = cells.find((one) => Math.min(one.right, part.right) - Math.max(one.left, part.left) > -2)
      if (cell) {
        cell.text += `\n${part.text}`
        cell.left = Math.min(cell.left, part.left)
        cell.right = Math.max(cell.right, part.right)
        cell.runs = [...cell.runs, ...part.runs]
      } else cells.push({ ...part, runs: [...part.runs] })
    }
  return cells.sort((one, other) => one.left - other.left)
}

const rowOf = (lines: PageLine[]): Row => ({
  lines,
  cells: cellsOf(lines),
  top: Math.min(...lines.map(({ top }) => top)),
  bottom: Math.max(...lines.map(({ bottom }) => bottom)),
})

/** Groups lines into rows. A line to the right of the previous ones at the same height is the next cell of their row. */
const rowsOf = (lines: readonly PageLine[]): Row[] => {
  const rows: Row[] = []
  for (const line of lines) {
    const last = rows.at(-1)
    const before = last?.lines.at(-1)
    if (last && before && line.left > before.left + 2 && line.top < last.bottom - line.size * 0.4) {
      // Go back to the height where the row began, past the lines of its first cell.
      let from = rows.length - 1
      while (
        from > 0 &&
        rows.length - from < CELL_LINES &&
        rows[from]!.top > line.top + line.size * 0.6 &&
        rows[from - 1]!.lines.length === 1 &&
        rows[from - 1]!.cells.every(({ right }) => right < line.left)
      )
        from -= 1
      const taken = rows.slice(from)
      const fits = taken.every((row) => row.cells.every(({ left, right }) => right < line.left || left >= line.left - 2))
      if (fits && line.bottom > taken[0]!.top - line.size * 0.5) {
        rows.splice(from, taken.length, rowOf([...taken.flatMap((row) => row.lines), line]))
        continue
      }
    }
    // A cell to the right of the first one continues on the next line.
    if (
      last &&
      last.cells.length > 1 &&
      before &&
      line.parts.length === 1 &&
      line.left > last.cells[0]!.right - 2 &&
      line.top - before.bottom < line.size * 0.45 &&
      last.cells.some(
        ({ left, right }) => Math.abs(left - line.left) < ALIGNED || (line.left >= left - ALIGNED && line.right <= right + ALIGNED),
      ) &&
      last.lines.length < CELL_LINES * last.cells.length
    ) {
      rows[rows.length - 1] = rowOf([...last.lines, line])
      continue
    }
    rows.push(rowOf([line]))
  }
  return rows
}

const isAligned = (one: LinePart, other: LinePart): boolean =>
  Math.abs(one.left - other.left) < ALIGNED ||
  Math.abs(one.right - other.right) < ALIGNED ||
  Math.abs(one.left + one.right - other.left - other.right) < ALIGNED * 2

/** Counts the columns that two rows share, except the first. */
const shared = (one: Row, other: Row): number =>
  one.cells.slice(1).filter((cell) => other.cells.slice(1).some((next) => isAligned(cell, next))).length

/** Rejects lines that only look like a row: an item, a numbered title, options of a question, or code. */
const isTabular = ({ cells, lines }: Row): boolean =>
  cells.length > 1 &&
  !(cells.length === 2 && isMarker(cells[0]!.text) && cells[1]!.left - cells[0]!.right < lines[0]!.size * 3) &&
  !(cells.length < 4 && markerOf(cells[0]!.text) !== "" && cells[0]!.text.length > 8) &&
  !cells.some(({ text }) => isOption(text)) &&
  lines.every(({ kind, mono }) => kind === "paragraph" && !mono) &&
  lines.length <= CELL_LINES * cells.length &&
  // Parts of a formula are close together.
  (lines.length === 1 || cells.some(({ left }, at) => at > 0 && left - cells[at - 1]!.right > lines[0]!.size * 1.2))

/** Checks whether a row with one cell belongs to a table: its first column continues, or a title spans it. */
const belongs = (row: Row, before: Row): boolean =>
  row.lines.every(({ kind }) => kind === "paragraph") &&
  row.cells.length === 1 &&
  before.cells.some((cell) => isAligned(cell, row.cells[0]!) && row.cells[0]!.right <= cell.right + 40) &&
  row.top - before.bottom < (row.bottom - row.top) * 1.2

/** Marks the cells of tables: consecutive rows with columns at the same positions. */
export const markTables = (lines: readonly PageLine[]): void => {
  const rows = rowsOf(lines.filter(({ kind }) => kind !== "furniture"))
  let at = 0
  while (at < rows.length) {
    const table: Row[] = []
    let loose: Row[] = []
    for (let next = at; next < rows.length; next += 1) {
      const row = rows[next]!
      const last = table.at(-1)
      if (last && row.top < last.top) break
      if (last && row.top - (loose.at(-1) ?? last).bottom > 30) break
      if (isTabular(row) && (!last || table.some((one) => shared(one, row) > 0))) {
        table.push(...loose, row)
        loose = []
      } else if (last && loose.length < 3 && belongs(row, last)) loose.push(row)
      else break
    }
    const full = table.filter(({ cells }) => cells.length > 1).length
    if (full >= 2 || (full === 1 && table[0]!.cells.length >= 4)) {
      table.forEach((row, number) => {
        for (const line of row.lines) Object.assign(line, { kind: "cell", row: number, begins: number === 0 && line === row.lines[0] })
        rowCells.set(row.lines[0]!, row.cells)
      })
      at += Math.max(1, rows.slice(at).findIndex((row) => row === table.at(-1)) + 1)
    } else at += 1
  }
}

/** The cells of a row, keyed by its first line. */
export const rowCells = new WeakMap<PageLine, LinePart[]>()
