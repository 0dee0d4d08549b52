/** Number of rows of a sheet that count as one page of a preview. */
export const ROWS_A_BLOCK = 50

/** The look of cells; missing properties have their defaults. Colours are `#rrggbb`. */
export type WorkbookStyle = {
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

/** Its column (0-based), its text as formatted by the number format, and the index of its style in the book's list. */
export type SheetCell = readonly [column: number, text: string, style: number]
/** Its number in the sheet (0-based), and its cells from left to right without the empty ones. */
export type WorkbookRow = readonly [row: number, cells: readonly SheetCell[]]

/** A chart, picture or shape over the cells of a sheet. Its box is in CSS pixels from the upper left corner of the first cell. */
export type WorkbookPicture = {
  /** Its number in the book, from 1. */
  number: number
  /** The block in which it begins: it is published with the rows of this block. */
  block: number
  x: number
  y: number
  width: number
  height: number
  /** Cells show through it: it is a shape, not a chart or a picture. */
  clear?: true
}

/** One sheet without its cells. Sizes in CSS pixels; 0 = hidden. */
export type WorkbookSheet = {
  name: string
  rows: number
  columns: number
  /** The sheet's first block; blocks are counted from 1 through the whole book. */
  first: number
  /** The width of every column. */
  widths: number[]
  /** The height of every row that is not in `heights`. */
  height: number
  heights: [row: number, height: number][]
  /** Frozen rows and columns. */
  frozen: { rows: number; columns: number }
  merges: [row: number, column: number, rows: number, columns: number][]
  pictures?: WorkbookPicture[]
  /** True if it has charts, pictures or shapes that only its pages show. */
  drawings?: boolean
}

export type SheetBook = { styles: WorkbookStyle[]; sheets: WorkbookSheet[] }
