import { type WrappedLine, textWidth, wrapLine } from "./line-breaking"
import { addLineLinks } from "./line-links"
import { lineHeight, type PageFlow } from "./page-flow"
import type { TextLink, TextTable } from "./text-blocks"

const SIZE = 9
const PADDING = 4
/** Further columns are cut off because no page could display them. */
const MAX_COLUMNS = 40
/** Number of rows that determine the columns' widths. */
const MEASURED_ROWS = 300
const MAX_CELL_WIDTH = 240
const LINE_COLOUR = "#bbb"
/** Maximum share of a page that a repeated header may take. */
const HEADER_SHARE = 0.25

/** A line and where it begins in the text of its cell. */
type CellLine = WrappedLine & { start: number }

type Row = { cells: CellLine[][]; lines: number; links: readonly TextLink[][] }

function limitColumns(row: readonly string[]): string[] {
  return row.length > MAX_COLUMNS ? [...row.slice(0, MAX_COLUMNS - 1), "…"] : [...row]
}

/** Returns the natural widths of a table's columns, in points. */
export function naturalWidths(rows: readonly string[][]): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    for (const [column, cell] of limitColumns(row).entries()) {
      const widest = Math.max(...cell.split("\n").map((line) => textWidth(line.slice(0, MAX_CELL_WIDTH), false)), 1.5)
      widths[column] = Math.max(widths[column] ?? 0, Math.min(MAX_CELL_WIDTH, widest * SIZE * 1.05 + PADDING * 2))
    }
  }
  return Array.from(widths, (width) => width ?? SIZE * 2)
}

/** Narrow columns keep their width as long as possible; wide ones share the rest. */
function fitWidths(natural: readonly number[], room: number): number[] {
  const total = natural.reduce((sum, width) => sum + width, 0)
  if (total <= room) return [...natural]
  const fair = room / natural.length
  const narrow = natural.reduce((sum, width) => sum + Math.min(width, fair), 0)
  const wish = natural.reduce((sum, width) => sum + Math.max(0, width - fair), 0)
  return natural.map((width) => Math.min(width, fair) + (Math.max(0, width - fair) / wish) * (room - narrow))
}

function wrapCell(text: string, width: number): CellLine[] {
  const lines: CellLine[] = []
  let start = 0
  for (const paragraph of text.split("\n")) {
    for (const line of wrapLine(paragraph, Math.max(1, (width - PADDING * 2) / SIZE), false)) {
      lines.push({ ...line, start })
      start += line.raw.length
    }
    start += 1
  }
  return lines
}

function wrapRow(row: readonly string[], widths: readonly number[], links: readonly TextLink[][] = []): Row {
  const texts = limitColumns(row)
  const cells = widths.map((width, column) => wrapCell(texts[column] ?? "", width))
  // the last of too many columns is an ellipsis
  return { cells, lines: Math.max(1, ...cells.map((cell) => cell.length)), links: links.slice(0, MAX_COLUMNS - 1) }
}

function drawRow(flow: PageFlow, row: Row, widths: readonly number[], bold: boolean): void {
  const height = row.lines * lineHeight(SIZE) + PADDING
  const tall = height.toFixed(1)
  let x = flow.left
  let grid = ""
  for (const [column, width] of widths.entries()) {
    grid += `M${x.toFixed(1)} ${flow.y.toFixed(1)}h${width.toFixed(1)}v${tall}h${(-width).toFixed(1)}z`
    const links = row.links[column] ?? []
    for (const [index, line] of (row.cells[column] ?? []).entries()) {
      const y = flow.y + PADDING / 2 + index * lineHeight(SIZE)
      flow.putLine(line, x + PADDING, y, { size: SIZE, bold })
      if (links.length > 0) addLineLinks(flow, { line, start: line.start, x: x + PADDING, y }, { size: SIZE, bold }, links)
    }
    x += width
  }
  flow.put(`<path fill="none" stroke="${LINE_COLOUR}" stroke-width=".5" d="${grid}"/>`)
  flow.addText(`${row.cells.map((lines) => lines.map(({ raw }) => raw).join("")).join(" ")}\n`)
  flow.y += height
}

/** Splits a row that is taller than a page, so that it continues on the next one. */
function splitRow(row: Row, lines: number): [now: Row, later: Row] {
  const { links } = row
  const cells = (from: number, to?: number): CellLine[][] => row.cells.map((cell) => cell.slice(from, to))
  return [
    { cells: cells(0, lines), lines, links },
    { cells: cells(lines), lines: row.lines - lines, links },
  ]
}

/** Lays out a table over as many pages as it needs, repeating the header row on each. */
export function layoutTable(flow: PageFlow, { rows, header, links = [] }: Omit<TextTable, "kind">): void {
  const widths = fitWidths(naturalWidths(rows), flow.right - flow.left)
  const rowHeight = lineHeight(SIZE)
  const head = header && rows[0] ? wrapRow(rows[0], widths, links[0]) : null
  const repeats = head !== null && head.lines * rowHeight < flow.room * HEADER_SHARE
  for (const [index, source] of rows.entries()) {
    if (flow.full) return
    let row = wrapRow(source, widths, links[index])
    const bold = header && index === 0
    while (row.lines > 0) {
      const before = flow.pages.length
      const whole = row.lines * rowHeight + PADDING
      flow.ensure(Math.min(whole, flow.room - rowHeight * 4))
      if (repeats && index > 0 && flow.pages.length > before) drawRow(flow, head, widths, true)
      const fits = Math.max(1, Math.floor((flow.bottom - flow.y - PADDING) / rowHeight))
      const [now, later] = row.lines > fits ? splitRow(row, fits) : [row, { cells: [], lines: 0, links: [] }]
      drawRow(flow, now, widths, bold)
      row = later
    }
  }
  flow.y += SIZE
}
