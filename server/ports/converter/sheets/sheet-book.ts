/** Rows of a sheet that count as one page of a preview. */
export const ROWS_A_BLOCK = 50

/** How cells look; what is missing is as usual. Colours are `#rrggbb`. */
export type SheetStyle = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  color?: string
  fill?: string
  align?: "left" | "center" | "right"
  valign?: "top" | "middle" | "bottom"
  wrap?: boolean
}

/** Its column (0-based), its text as the number format shows it, and the place of its style in the book's list. */
export type SheetCell = readonly [column: number, text: string, style: number]
/** Its number in the sheet (0-based), and its cells from left to right; empty ones are left out. */
export type SheetRow = readonly [row: number, cells: readonly SheetCell[]]

/** One sheet without its cells. Sizes in CSS pixels; 0 = hidden. */
export type Sheet = {
  name: string
  rows: number
  columns: number
  /** Its first block: blocks are counted from 1 through the whole book. */
  first: number
  /** Of every column. */
  widths: number[]
  /** Of every row that `heights` does not name. */
  height: number
  heights: [row: number, height: number][]
  /** Rows and columns that stay in sight. */
  frozen: { rows: number; columns: number }
  merges: [row: number, column: number, rows: number, columns: number][]
}

export type SheetBook = { styles: SheetStyle[]; sheets: Sheet[] }
