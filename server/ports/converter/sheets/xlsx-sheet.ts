import type { SheetCell, WorkbookStyle } from "./sheet-book"
import { MergeAnchors } from "./merge-anchors"
import { hidesText, showNumber } from "./number-format"
import { DEFAULT_WIDTH, type SheetCollector, sheetLimits } from "./sheet-collector"
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

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true"
const isZero = (value: string | undefined): boolean => value !== undefined && Number(value) <= 0
/** Excel hides rows and columns by a mark or by a size of zero; both are equally invisible. */
const isHidden = (attributes: Attributes, size: string): boolean => isTrue(attributes["hidden"]) || isZero(attributes[size])
/** Returns the id of a part that an element refers to, with any namespace prefix. */
export const relationId = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
const widthOf = (digits: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(0, digits * PIXELS_PER_DIGIT + DIGIT_PADDING)))
const heightOf = (points: number): number => Math.round(Math.min(MAX_HEIGHT, Math.max(0, points * PIXELS_PER_POINT)))

/**
 * Reads a worksheet part into the collector. Cells of hidden rows and columns are left out: rows that are filtered out or in a collapsed
 * group are marked as hidden too.
 */
export class SheetReader implements XmlEvents {
  /** The relation of the sheet's drawing (charts, pictures and shapes), if it has one. */
  drawing: string | undefined
  private readonly widths = new Map<number, number>()
  private readonly anchors = new MergeAnchors()
  private height = USUAL_HEIGHT
  private width = DEFAULT_WIDTH
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
    else if (name === "drawing") this.drawing = relationId(attributes)
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
    if (isTrue(attributes["zeroHeight"])) this.height = 0
    else if (height > 0) this.height = heightOf(height)
    if (width > 0) this.width = widthOf(width)
    else if (isZero(attributes["defaultColWidth"])) this.width = 0
    this.anchors.rowsHidden = this.height === 0
  }

  private widthAt(column: number): number {
    return this.widths.get(column) ?? this.width
  }

  private columns(attributes: Attributes): void {
    const last = Math.min(Number(attributes["max"]) || 0, sheetLimits.columns)
    const hidden = isHidden(attributes, "width")
    if (!hidden && attributes["width"] === undefined) return
    const width = hidden ? 0 : widthOf(Number(attributes["width"]) || 0)
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
    // a row without a height has the usual one, but is visible even where rows are hidden by default
    const height = attributes["ht"] ? heightOf(Number(attributes["ht"]) || 0) : this.height === 0 ? USUAL_HEIGHT : null
    this.rowHeight = isHidden(attributes, "ht") ? 0 : height
    this.anchors.addRow(this.row, this.rowHeight !== 0)
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
    const cell: SheetCell = [this.column, text, this.collector.styleOf(style)]
    if (this.rowHeight === 0 || this.widthAt(this.column) === 0) this.anchors.addHiddenCell(this.row, cell)
    else this.cells.push(cell)
  }

  private shown(): { text: string; style: WorkbookStyle } {
    const { type, value, format } = this
    const style = format?.style ?? {}
    if (value === "" || (type !== "n" && hidesText(format?.pattern ?? ""))) return { text: "", style }
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
    const merge = this.anchors.visiblePart(
      [from[0], from[1], to[0] - from[0] + 1, to[1] - from[1] + 1],
      (column) => this.widthAt(column) > 0,
    )
    if (!merge) return
    const [row, column] = merge
    const anchor = row === from[0] && column === from[1] ? null : this.anchors.hiddenCell(from[0], from[1])
    if (anchor) this.collector.insertCell(row, [column, anchor[1], anchor[2]])
    this.collector.addMerge(merge)
  }
}
