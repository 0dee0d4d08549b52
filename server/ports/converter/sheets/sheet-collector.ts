import { gunzipSync, gzipSync } from "node:zlib"
import { type BookObject, boxOf, type DrawnObject, isClear } from "./sheet-objects"
import { ROWS_A_BLOCK, type WorkbookSheet, type SheetBook, type SheetCell, type WorkbookRow, type WorkbookStyle } from "./sheet-book"

/** Limits of the preview of a workbook; the rest is only in the file. */
export const sheetLimits = { sheets: 100, columns: 256, text: 2_000, cells: 4_000_000, merges: 2_000, heights: 20_000, blockBytes: 400_000 }
/** Maximum number of cells of a sheet that are inserted into blocks that are packed already. */
const MAX_INSERTED = 200
/** Maximum number of objects of a book that become pictures; others are only on the pages. */
const MAX_OBJECTS = 60
/** Larger objects are only on the pages (CSS pixels). */
const MAX_OBJECT_SIDE = 3_000
const NAME_LENGTH = 64
/** Up to this many rows without text after the last text belong to the sheet, as lines of a form. If there are more, none of them does. */
const EMPTY_ROWS = 200
export const DEFAULT_WIDTH = 68

/** The properties of a sheet before its first row. Sizes in CSS pixels. */
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
  inserted: number
  /** The last row that has text. */
  lastText: number
  /** The last row that has text or fills. */
  lastFilled: number
  objects: readonly DrawnObject[]
  /** Whether it has objects besides these. */
  incomplete: boolean
}

/** Collects a workbook as gzipped blocks of fifty rows, within its limits. */
export class SheetCollector {
  /** Gzipped JSON arrays of rows by block number, starting at 1. Empty blocks are missing. */
  readonly blocks = new Map<number, Buffer>()
  /** The charts, pictures and shapes over the cells. */
  readonly objects: BookObject[] = []
  /** The indexes of the sheets that have other objects. */
  readonly incomplete = new Set<number>()
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
    this.open = {
      frame,
      first: this.next,
      rows: 0,
      columns: 0,
      last: -1,
      block: [],
      heights: new Map(),
      merges: [],
      inserted: 0,
      lastText: -1,
      lastFilled: -1,
      objects: [],
      incomplete: false,
    }
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
    if (visibleCells.some(([, text]) => text !== "")) open.lastText = row
    if (visibleCells.length === 0) return true
    open.lastFilled = row
    if (row > open.lastText + EMPTY_ROWS) return true
    this.cells += visibleCells.length
    open.rows = row + 1
    open.columns = Math.max(open.columns, (visibleCells.at(-1)?.[0] ?? 0) + 1)
    open.block.push([row, visibleCells.map(([column, text, style]) => [column, text.slice(0, sheetLimits.text), style])])
    return true
  }

  /** Inserts a cell into the rows before it, in place of one in the same column. Does nothing beyond the limits. */
  insertCell(row: number, cell: SheetCell): void {
    const { open } = this
    const number = open ? open.first + Math.floor(row / ROWS_A_BLOCK) : 0
    if (!open || number > this.maxBlocks || cell[0] >= sheetLimits.columns || open.inserted >= MAX_INSERTED) return
    open.inserted += 1
    this.flush(open)
    const packed = this.blocks.get(number)
    const rows = new Map(packed ? (JSON.parse(gunzipSync(packed).toString("utf8")) as WorkbookRow[]) : [])
    const cells = [...(rows.get(row) ?? []).filter(([column]) => column !== cell[0]), cell]
    rows.set(
      row,
      cells.toSorted(([one], [other]) => one - other),
    )
    open.rows = Math.max(open.rows, row + 1)
    open.columns = Math.max(open.columns, cell[0] + 1)
    open.block = [...rows].toSorted(([one], [other]) => one - other)
    this.flush(open)
  }

  addMerge(merge: WorkbookSheet["merges"][number]): void {
    if (this.open && this.open.merges.length < sheetLimits.merges) this.open.merges.push(merge)
  }

  /** Adds the charts, pictures and shapes of the open sheet. `complete`: it has no others. */
  addObjects(objects: readonly DrawnObject[], complete: boolean): void {
    if (!this.open) return
    this.open.objects = objects
    this.open.incomplete = !complete
  }

  end(): void {
    const { open } = this
    if (!open) return
    this.flush(open)
    this.open = null
    if (open.lastFilled > open.lastText + EMPTY_ROWS) open.rows = open.lastText + 1
    const { frame, first, rows, columns } = open
    const drawings = this.placeObjects(open)
    this.next = first + Math.ceil(rows / ROWS_A_BLOCK)
    for (const block of this.blocks.keys()) if (block >= this.next) this.blocks.delete(block)
    const height = usualHeight(open)
    const heights = listedHeights(open, height)
    const merges = open.merges.flatMap(([row, column, down, across]): WorkbookSheet["merges"] => {
      const [tall, wide] = [Math.min(down, rows - row), Math.min(across, columns - column)]
      return tall > 0 && wide > 0 && tall * wide > 1 ? [[row, column, tall, wide]] : []
    })
    const widths = Array.from({ length: columns }, (_, column) => frame.widths.get(column) ?? frame.width)
    const frozen = { rows: Math.min(frame.frozen.rows, rows), columns: Math.min(frame.frozen.columns, columns) }
    this.sheets.push({
      name: frame.name.slice(0, NAME_LENGTH),
      rows,
      columns,
      first,
      widths,
      height,
      heights,
      frozen,
      merges,
      ...(drawings && { drawings }),
    })
  }

  /** Gives the objects their boxes and the blocks in which they begin; returns whether there are any. A sheet without rows has no block. */
  private placeObjects({ frame, first, rows, heights, objects, incomplete }: Open): boolean {
    const sheet = this.sheets.length
    const before = this.objects.length
    if (incomplete) this.incomplete.add(sheet)
    for (const object of objects) {
      const box = boxOf(object, { widths: frame.widths, width: frame.width, heights, height: frame.height })
      if (box === null) continue
      if (rows === 0 || this.objects.length >= MAX_OBJECTS || Math.max(box.width, box.height) > MAX_OBJECT_SIDE) {
        this.incomplete.add(sheet)
        continue
      }
      const block = first + Math.floor(Math.min(object.from.row, rows - 1) / ROWS_A_BLOCK)
      const picture = { number: this.objects.length + 1, block, ...box, ...(isClear(object) && { clear: true as const }) }
      this.objects.push({ ...object, sheet, picture })
    }
    return this.objects.length > before || this.incomplete.has(sheet)
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

/** Returns the rows that are not `usual` high, hidden ones first of all if there are too many. */
function listedHeights({ frame, heights, rows }: Open, usual: number): [row: number, height: number][] {
  const every =
    usual === 0 && frame.height > 0 ? Array.from({ length: rows }, (_, row) => [row, heights.get(row) ?? frame.height] as const) : heights
  const listed = [...every].flatMap(([row, height]): [number, number][] => (row < rows && height !== usual ? [[row, height]] : []))
  if (listed.length <= sheetLimits.heights) return listed
  const byNeed = listed.toSorted(([, one], [, other]) => Number(one > 0) - Number(other > 0))
  return byNeed.slice(0, sheetLimits.heights).toSorted(([one], [other]) => one - other)
}

/** Returns the most frequent row height; rows with another height are listed one by one. It is 0 where a filter hides most rows. */
function usualHeight({ frame, heights, rows }: Open): number {
  if (frame.height === 0) return 0
  const listed = [...heights].filter(([row]) => row < rows)
  const counts = new Map<number, number>([[frame.height, rows - listed.length]])
  for (const [, height] of listed) counts.set(height, (counts.get(height) ?? 0) + 1)
  const hidden = counts.get(0) ?? 0
  if (hidden > sheetLimits.heights / 2 && rows - hidden <= sheetLimits.heights) return 0
  let usual = frame.height
  for (const [height, count] of counts) if (height > 0 && count > (counts.get(usual) ?? 0)) usual = height
  return usual
}
