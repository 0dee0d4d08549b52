import type { SheetCell, WorkbookSheet } from "./sheet-book"

type Merge = WorkbookSheet["merges"][number]

/** Limits against hostile files: hidden cells to remember, and rows of one merged cell to look through. */
const MAX_CELLS = 20_000
const MAX_ROWS = 1_000

/**
 * Hidden cells that may be the anchor of a merged cell. Excel displays the text of a merged cell in what is visible of it, even if the
 * anchor is hidden: a title over columns A to F stays when column A is hidden.
 */
export class MergeAnchors {
  /** Whether rows that the sheet does not list are hidden. */
  rowsHidden = false
  private readonly cells = new Map<string, SheetCell>()
  /** The listed rows that differ from `rowsHidden`. */
  private readonly hiddenRows = new Set<number>()
  private readonly visibleRows = new Set<number>()

  addRow(row: number, visible: boolean): void {
    if (!visible) this.hiddenRows.add(row)
    else if (this.rowsHidden) this.visibleRows.add(row)
  }

  addHiddenCell(row: number, cell: SheetCell): void {
    if (this.cells.size < MAX_CELLS) this.cells.set(`${row} ${cell[0]}`, cell)
  }

  hiddenCell(row: number, column: number): SheetCell | null {
    return this.cells.get(`${row} ${column}`) ?? null
  }

  /** Returns the merged cell from its first visible row and column on; null if it is hidden completely. */
  visiblePart([row, column, down, across]: Merge, columnVisible: (column: number) => boolean): Merge | null {
    const rows = firstIn(Math.min(down, MAX_ROWS), (offset) => this.isVisible(row + offset))
    const columns = firstIn(Math.min(across, MAX_ROWS), (offset) => columnVisible(column + offset))
    if (rows === null || columns === null) return null
    return [row + rows, column + columns, down - rows, across - columns]
  }

  private isVisible(row: number): boolean {
    return this.rowsHidden ? this.visibleRows.has(row) : !this.hiddenRows.has(row)
  }
}

/** Returns the first index below `count` for which `holds` is true. */
function firstIn(count: number, holds: (index: number) => boolean): number | null {
  for (let index = 0; index < count; index += 1) if (holds(index)) return index
  return null
}
