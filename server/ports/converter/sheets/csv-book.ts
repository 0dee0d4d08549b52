import { readFile } from "node:fs/promises"
import { parseDelimited, separatorOf } from "../text/csv-blocks"
import { textWidth } from "../text/line-breaking"
import { decodeAny } from "../text/text-encoding"
import type { SheetCollector } from "./sheet-collector"

const SIZE = 13
const PADDING = 20
const WIDTH = { min: 56, max: 320 }
/** Number of rows whose cells determine the widths of the columns. */
const MEASURED = 200
const NUMBER = /^[-+]?[\d,]*\.?\d+%?$/

/** Reads a delimited text as one sheet whose first row is frozen. */
export async function readDelimited(file: string, ext: string, collector: SheetCollector, encoding = ""): Promise<void> {
  const text = decodeAny(await readFile(file), { encoding })
  const rows = parseDelimited(text, separatorOf(text, ext))
  const widths = new Map<number, number>()
  for (const cells of rows.slice(0, MEASURED))
    for (const [column, cell] of cells.entries()) {
      const wide = Math.min(WIDTH.max, Math.max(WIDTH.min, Math.round(textWidth(cell.slice(0, 60), false) * SIZE) + PADDING))
      widths.set(column, Math.max(widths.get(column) ?? 0, wide))
    }
  collector.begin({ name: "数据", height: 28, width: 80, widths, frozen: { rows: rows.length > 1 ? 1 : 0, columns: 0 } })
  const [plain, head, number] = [collector.styleOf({}), collector.styleOf({ bold: true }), collector.styleOf({ align: "right" })]
  for (const [row, cells] of rows.entries()) {
    const styleOf = (cell: string): number => (row === 0 && rows.length > 1 ? head : NUMBER.test(cell.trim()) ? number : plain)
    const filledCells = cells.flatMap((cell, column) => (cell === "" ? [] : [[column, cell.trim(), styleOf(cell)] as const]))
    if (!collector.addRow(row, null, filledCells)) break
  }
  collector.end()
}
