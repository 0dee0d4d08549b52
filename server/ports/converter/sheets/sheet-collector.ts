import { gzipSync } from "node:zlib"
import { ROWS_A_BLOCK, type WorkbookSheet, type SheetBook, type SheetCell, type WorkbookRow, type WorkbookStyle } from "./sheet-book"

/** Limits of the preview of a workbook; the rest is only in the file. */
export const sheetLimits = { sheets: 100, columns: 256, text: 2_000, cells: 4_000_000, merges: 2_000, heights: 5_000, blockBytes: 400_000 }
const NAME_LENGTH = 64
const DEFAULT_WIDTH = 68

/** What is known about a sheet before its first row. Sizes in CSS pixels. */
export type SheetHeader = {
  name: string
  height: number
  width: number
  widths: ReadonlyMap<number, number>
  frozen: WorkbookSheet["frozen"]
}

/** State of the sheet that is being read. */
type Open = {
  frame: SheetHeader
  first: number
  rows: number
  columns: number
  last: number
  block: WorkbookRow[]
  heights: Map<number, number>
  merges: WorkbookSheet["merges"]
}

/** Collects a workbook as gzipped blocks of fifty rows, within its limits. */
export class SheetCollector {
  /** Gzipped JSON arrays of rows by block number, starting at 1. Empty blocks are missing. */
  readonly blocks = new Map<number, Buffer>()
  private readonly styles: WorkbookStyle[] = []
  private readonly places = new Map<string, number>()
  private readonly sheets: WorkbookSheet[] = []
  private open: Open | null = null
  private next = 1
  private cells = 0

  constructor(private readonly maxBlocks: number) {}

  /** True if no more rows are accepted. */
  get full(): boolean {
    return this.next > this.maxBlocks || this.cells >= sheetLimits.cells || this.sheets.length >= sheetLimits.sheets
  }

  styleOf(style: WorkbookStyle): number {
    const key = JSON.stringify(style)
    const existing = this.places.get(key)
    if (existing !== undefined) return existing
    const index = this.styles.push(style) - 1
    this.places.set(key, index)
    return index
  }

  begin(frame: SheetHeader): void {
    this.open = { frame, first: this.next, rows: 0, columns: 0, last: -1, block: [], heights: new Map(), merges: [] }
  }

  /** Adds a row. Returns false if the sheet accepts no more rows. Rows must come from top to bottom; a row out of order is left out. */
  addRow(row: number, height: number | null, cells: readonly SheetCell[]): boolean {
    const { open } = this
    if (!open || this.cells >= sheetLimits.cells) return false
    if (row <= open.last) return true
    if (open.first + Math.floor(row / ROWS_A_BLOCK) > this.maxBlocks) return false
    if (Math.floor(row / ROWS_A_BLOCK) !== Math.floor(open.last / ROWS_A_BLOCK)) this.flush(open)
    open.last = row
    if (height !== null) open.heights.set(row, height)
    const visibleCells = cells.filter(([column]) => column >= 0 && column < sheetLimits.columns)
    if (visibleCells.length === 0) return true
    this.cells += visibleCells.length
    open.rows = row + 1
    open.columns = Math.max(open.columns, (visibleCells.at(-1)?.[0] ?? 0) + 1)
    open.block.push([row, visibleCells.map(([column, text, style]) => [column, text.slice(0, sheetLimits.text), style])])
    return true
  }

  addMerge(merge: WorkbookSheet["merges"][number]): void {
    if (this.open && this.open.merges.length < sheetLimits.merges) this.open.merges.push(merge)
  }

  end(): void {
    const { open } = this
    if (!open) return
    this.flush(open)
    this.open = null
    const { frame, first, rows, columns } = open
    this.next = first + Math.ceil(rows / ROWS_A_BLOCK)
    const height = usualHeight(open)
    const heights = [...open.heights].filter(([row, rowHeight]) => row < rows && rowHeight !== height).slice(0, sheetLimits.heights)
    const merges = open.merges.flatMap(([row, column, down, across]): WorkbookSheet["merges"] => {
      const [tall, wide] = [Math.min(down, rows - row), Math.min(across, columns - column)]
      return tall > 0 && wide > 0 && tall * wide > 1 ? [[row, column, tall, wide]] : []
    })
    const widths = Array.from({ length: columns }, (_, column) => frame.widths.get(column) ?? (frame.width || DEFAULT_WIDTH))
    const frozen = { rows: Math.min(frame.frozen.rows, rows), columns: Math.min(frame.frozen.columns, columns) }
    this.sheets.push({ name: frame.name.slice(0, NAME_LENGTH), rows, columns, first, widths, height, heights, frozen, merges })
  }

  book(): SheetBook {
    return { styles: this.styles, sheets: this.sheets }
  }

  /** Writes the current block. A block that is too large loses the cells of its last rows. */
  private flush(open: Open): void {
    const { block } = open
    open.block = []
    const first = block[0]
    if (!first) return
    let json = JSON.stringify(block)
    while (json.length > sheetLimits.blockBytes && block.length > 1) {
      block.length = Math.ceil(block.length / 2)
      json = JSON.stringify(block)
    }
    this.blocks.set(open.first + Math.floor(first[0] / ROWS_A_BLOCK), gzipSync(json, { level: 6 }))
  }
}

/** Returns the most frequent row height; rows with another height are listed one by one. */
function usualHeight({ frame, heights, rows }: Open): number {
  const counts = new Map<number, number>([[frame.height, rows - heights.size]])
  for (const height of heights.values()) counts.set(height, (counts.get(height) ?? 0) + 1)
  let usual = frame.height
  for (const [height, count] of counts) if (height > 0 && count > (counts.get(usual) ?? 0)) usual = height
  return usual
}
