import type { SheetCell, WorkbookStyle } from "./sheet-book"
import { showNumber } from "./number-format"
import { type SheetCollector, sheetLimits } from "./sheet-collector"
import type { CellFormat } from "./xlsx-styles"
import { type Attributes, Enough, type XmlEvents } from "./xml-events"

/** Widths are counted in digits of the default font, 7 pixels wide, plus 5 pixels of padding. */
const PIXELS_PER_DIGIT = 7
const DIGIT_PADDING = 5
const PIXELS_PER_POINT = 4 / 3
const USUAL_HEIGHT = 20
const MAX_WIDTH = 800
const MAX_HEIGHT = 400

export type BookParts = { strings: readonly string[]; formats: readonly CellFormat[]; from1904: boolean }

/** Parses "AB12" to [row, column], 0-based; returns null if it is not a cell reference. */
export function cellPosition(reference: string | undefined): [row: number, column: number] | null {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? "") ?? []
  if (letters === "") return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return [Number(digits) - 1, column - 1]
}

const hidden = (attributes: Attributes): boolean => attributes["hidden"] === "1" || attributes["hidden"] === "true"
const widthOf = (digits: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(0, digits * PIXELS_PER_DIGIT + DIGIT_PADDING)))
const heightOf = (points: number): number => Math.round(Math.min(MAX_HEIGHT, Math.max(0, points * PIXELS_PER_POINT)))

/** Reads a worksheet part into the collector. */
export class SheetReader implements XmlEvents {
  private readonly widths = new Map<number, number>()
  private height = USUAL_HEIGHT
  private width = 0
  private frozen = { rows: 0, columns: 0 }
  private begun = false
  private row = -1
  private rowHeight: number | null = null
  private cells: SheetCell[] = []
  private column = -1
  private type = ""
  private format: CellFormat | undefined
  private value = ""
  private inside = ""
  private phonetic = false

  constructor(
    private readonly name: string,
    private readonly parts: BookParts,
    private readonly collector: SheetCollector,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (name === "c") this.beginCell(attributes)
    else if (name === "v" || name === "t") this.inside = name
    else if (name === "rPh") this.phonetic = true
    else if (name === "row") this.beginRow(attributes)
    else if (name === "sheetData") this.begin()
    else if (name === "pane") this.pane(attributes)
    else if (name === "sheetFormatPr") this.usual(attributes)
    else if (name === "col") this.columns(attributes)
    else if (name === "mergeCell") this.merge(attributes["ref"] ?? "")
  }

  text(text: string): void {
    if (this.inside !== "" && !this.phonetic && this.value.length < sheetLimits.text) this.value += text
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.inside = ""
    else if (name === "rPh") this.phonetic = false
    else if (name === "c") this.endCell()
    else if (name === "row" && !this.collector.addRow(this.row, this.rowHeight, this.cells)) throw new Enough()
  }

  /** Begins the sheet, also if it has no rows. */
  begin(): void {
    if (this.begun) return
    this.begun = true
    const { name, height, width, widths, frozen } = this
    this.collector.begin({ name, height, width, widths, frozen })
  }

  private usual(attributes: Attributes): void {
    const [height, width] = [Number(attributes["defaultRowHeight"]), Number(attributes["defaultColWidth"])]
    if (height > 0) this.height = heightOf(height)
    if (width > 0) this.width = widthOf(width)
  }

  private columns(attributes: Attributes): void {
    const last = Math.min(Number(attributes["max"]) || 0, sheetLimits.columns)
    const width = hidden(attributes) ? 0 : widthOf(Number(attributes["width"]) || 0)
    for (let column = Math.max(1, Number(attributes["min"]) || 1); column <= last; column += 1) this.widths.set(column - 1, width)
  }

  private pane(attributes: Attributes): void {
    if (!attributes["state"]?.startsWith("frozen")) return
    const count = (key: string): number => Math.max(0, Math.min(20, Math.trunc(Number(attributes[key]) || 0)))
    this.frozen = { rows: count("ySplit"), columns: count("xSplit") }
  }

  private beginRow(attributes: Attributes): void {
    const number = Number(attributes["r"])
    this.row = number > 0 ? number - 1 : this.row + 1
    this.rowHeight = hidden(attributes) ? 0 : attributes["ht"] ? heightOf(Number(attributes["ht"]) || 0) : null
    this.cells = []
    this.column = -1
  }

  private beginCell(attributes: Attributes): void {
    const position = cellPosition(attributes["r"])
    const column = position ? position[1] : this.column + 1
    this.column = Math.max(column, this.column + 1)
    this.type = attributes["t"] ?? "n"
    this.format = this.parts.formats[Number(attributes["s"] ?? 0)]
    this.value = ""
  }

  private endCell(): void {
    if (this.column >= sheetLimits.columns) return
    const { text, style } = this.shown()
    if (text === "" && !style.fill) return
    this.cells.push([this.column, text, this.collector.styleOf(style)])
  }

  private shown(): { text: string; style: WorkbookStyle } {
    const { type, value, format } = this
    const style = format?.style ?? {}
    if (value === "") return { text: "", style }
    if (type === "s") return { text: this.parts.strings[Number(value)] ?? "", style }
    if (type === "b") return { text: value === "1" ? "TRUE" : "FALSE", style: { align: "center", ...style } }
    if (type === "e") return { text: value, style: { align: "center", ...style } }
    if (type !== "n") return { text: value, style }
    const { text, color } = showNumber(Number(value), format?.pattern ?? "General", this.parts.from1904)
    return { text, style: { align: "right", ...style, ...(color && { color }) } }
  }

  private merge(reference: string): void {
    const [from, to] = reference.split(":").map(cellPosition)
    if (!from || !to || to[0] < from[0] || to[1] < from[1]) return
    this.collector.addMerge([from[0], from[1], to[0] - from[0] + 1, to[1] - from[1] + 1])
  }
}
