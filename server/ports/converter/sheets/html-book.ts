import { readFile } from "node:fs/promises"
import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { decodeText } from "../../../../lib/rules/text-decoding"
import { textWidth } from "../text/line-breaking"
import { readWebArchive } from "../text/web-archive"
import type { SheetCell, WorkbookSheet } from "./sheet-book"
import { type SheetCollector, sheetLimits } from "./sheet-collector"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element
type Cell = { row: number; column: number; text: string; heading: boolean }
type Merge = WorkbookSheet["merges"][number]

const DROPPED = new Set("script style head title iframe object embed select textarea button template noscript".split(" "))
const BLOCK = /^(p|div|h[1-6]|li|ul|ol|center|br|hr|section|caption|form|body|html|blockquote|pre)$/
const NUMBER = /^[-+]?[\d,]*\.?\d+%?$/
const MAX_DEPTH = 200
/** In characters, like the limit of pages. */
const MAX_HTML = 10_000_000
const SIZE = { font: 13, padding: 20, row: 28, column: 80, min: 56, max: 320 }

const isElement = (node: Node): node is Element => "tagName" in node
const attribute = (element: Element, name: string): string => element.attrs.find((one) => one.name === name)?.value ?? ""
const isHidden = (element: Element): boolean =>
  element.attrs.some(({ name }) => name === "hidden") || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, "style"))
const span = (element: Element, name: string): number => Math.min(1_000, Math.max(1, Math.floor(Number(attribute(element, name))) || 1))

/** Calls `visit` for the elements of this name below the element, but not for those inside another table. */
function eachInTable(element: Element, visit: (child: Element) => void, depth = 0): void {
  if (depth > MAX_DEPTH) return
  for (const child of element.childNodes) {
    if (!isElement(child) || isHidden(child)) continue
    if (child.tagName === "tr") visit(child)
    else if (child.tagName !== "table") eachInTable(child, visit, depth + 1)
  }
}

/** Lays a page out on one sheet as Excel does: tables below each other, and every other paragraph in a row of its own. */
class PageGrid {
  readonly cells: Cell[] = []
  readonly merges: Merge[] = []
  private row = 0
  private text = ""

  add(nodes: readonly Node[], depth = 0): void {
    if (depth > MAX_DEPTH) return
    for (const node of nodes) {
      if (node.nodeName === "#text" && "value" in node) this.text += node.value
      else if (isElement(node) && !DROPPED.has(node.tagName) && !isHidden(node)) this.element(node, depth)
    }
    if (depth === 0) this.flush()
  }

  private element(element: Element, depth: number): void {
    const { tagName } = element
    const isBlock = BLOCK.test(tagName) || tagName === "table"
    if (isBlock) this.flush()
    // a table around tables only arranges them
    if (tagName === "table" && !hasTable(element)) this.table(element)
    else this.add(element.childNodes, depth + 1)
    if (isBlock || tagName === "td") this.flush()
  }

  private flush(): void {
    const text = squeezed(this.text)
    this.text = ""
    if (text === "") return
    this.cells.push({ row: this.row, column: 0, text, heading: false })
    this.row += 1
  }

  private table(table: Element): void {
    const first = this.row
    /** Rows in which a column is still covered by a cell above. */
    const covered = new Map<number, number>()
    eachInTable(table, (tr) => {
      let column = 0
      for (const cell of tr.childNodes) {
        if (!isElement(cell) || (cell.tagName !== "td" && cell.tagName !== "th") || isHidden(cell)) continue
        while ((covered.get(column) ?? 0) > this.row) column += 1
        column = this.cell(cell, column, covered)
        if (column > sheetLimits.columns) break
      }
      this.row += 1
    })
    if (this.row > first) this.row += 1
  }

  /** Adds a cell and returns the column behind it. */
  private cell(cell: Element, column: number, covered: Map<number, number>): number {
    const [wide, tall] = [span(cell, "colspan"), span(cell, "rowspan")]
    const text = squeezed(textOf(cell))
    if (text !== "") this.cells.push({ row: this.row, column, text, heading: cell.tagName === "th" })
    if (wide * tall > 1) this.merges.push([this.row, column, tall, wide])
    for (let index = column; index < column + wide; index += 1) covered.set(index, this.row + tall)
    return column + wide
  }
}

const squeezed = (text: string): string =>
  text
    .split("\v")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n")
    .trim()

function hasTable(element: Element, depth = 0): boolean {
  return element.childNodes.some(
    (child) => isElement(child) && depth < MAX_DEPTH && (child.tagName === "table" || hasTable(child, depth + 1)),
  )
}

/** Returns the text of an element; a line break becomes a vertical tab, which HTML texts do not contain. */
function textOf(element: Element, depth = 0): string {
  if (depth > MAX_DEPTH) return ""
  return element.childNodes
    .map((node) => {
      if (node.nodeName === "#text" && "value" in node) return node.value
      if (!isElement(node) || DROPPED.has(node.tagName) || isHidden(node)) return ""
      return node.tagName === "br" ? "\v" : textOf(node, depth + 1) + (BLOCK.test(node.tagName) ? "\v" : "")
    })
    .join("")
}

function writeSheet(name: string, { cells, merges }: PageGrid, collector: SheetCollector): void {
  const widths = new Map<number, number>()
  const merged = new Set(merges.map(([row, column]) => `${row} ${column}`))
  const rows = new Map<number, SheetCell[]>()
  const styles = { plain: collector.styleOf({}), heading: collector.styleOf({ bold: true }), number: collector.styleOf({ align: "right" }) }
  for (const { row, column, text, heading } of cells) {
    const wide = Math.min(SIZE.max, Math.max(SIZE.min, Math.round(textWidth(text.slice(0, 60), false) * SIZE.font) + SIZE.padding))
    if (!merged.has(`${row} ${column}`)) widths.set(column, Math.max(widths.get(column) ?? 0, wide))
    const style = heading ? styles.heading : NUMBER.test(text) ? styles.number : styles.plain
    rows.set(row, [...(rows.get(row) ?? []), [column, text, style]])
  }
  collector.begin({ name, height: SIZE.row, width: SIZE.column, widths, frozen: { rows: 0, columns: 0 } })
  for (const merge of merges) collector.addMerge(merge)
  for (const [row, filled] of rows) if (!collector.addRow(row, null, filled)) break
  collector.end()
}

/** Reads a web page (.html) or web archive (.mht) as sheets: one for each page. */
export async function readHtmlSheets(file: string, ext: string, collector: SheetCollector): Promise<void> {
  const bytes = await readFile(file)
  const pages = ext === ".mht" ? readWebArchive(bytes).pages : [decodeText(bytes)]
  for (const [index, page] of pages.entries()) {
    if (page.length > MAX_HTML || collector.full) return
    const grid = new PageGrid()
    grid.add(parse(page).childNodes)
    writeSheet(pages.length > 1 ? `表 ${index + 1}` : "数据", grid, collector)
  }
}
