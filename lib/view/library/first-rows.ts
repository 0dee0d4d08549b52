import type { Sheet, SheetRow } from "../../contract/types"

/** The beginning of a spreadsheet for browsers without scripts: `columns` from 0, cells in their order. */
export type FirstRows = { name: string; columns: number[]; rows: { row: number; cells: string[] }[]; more: boolean }

const limits = { rows: 20, columns: 12, letters: 80 }

/** Returns the first sheet with rows, null if there is none. */
export const firstSheet = (sheets: readonly Sheet[]): Sheet | null => sheets.find(({ rows, columns }) => rows > 0 && columns > 0) ?? null

/** Returns the first rows of a sheet; `rows` are those of its first block. Hidden columns and rows are left out. */
export const firstRowsOf = (sheet: Sheet, rows: readonly SheetRow[]): FirstRows => {
  const columns = sheet.widths.flatMap((width, column) => (width > 0 ? column : [])).slice(0, limits.columns)
  const heights = new Map(sheet.heights)
  const visibleRows = rows.filter(([row]) => row < sheet.rows && (heights.get(row) ?? sheet.height) > 0).slice(0, limits.rows)
  return {
    name: sheet.name,
    columns,
    rows: visibleRows.map(([row, cells]) => {
      const texts = new Map(cells.map(([column, text]) => [column, text]))
      return { row, cells: columns.map((column) => (texts.get(column) ?? "").slice(0, limits.letters)) }
    }),
    more: sheet.rows > limits.rows || sheet.columns > columns.length,
  }
}
