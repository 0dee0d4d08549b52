import type { PageSize } from "../svg"
import { A4, A4_LANDSCAPE, MARGIN } from "./page-flow"
import { naturalWidths } from "./table-layout"
import type { Block } from "./text-blocks"

/** Parses delimited text into rows. Quoted fields may contain the separator, line breaks and doubled quotes. */
export function parseDelimited(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ""
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(index + 1) === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (character === '"' && cell === "") quoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ""
    } else if (character === "\n") {
      rows.push([...row, cell])
      row = []
      cell = ""
    } else cell += character
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell])
  return rows.filter((cells) => cells.some((content) => content.trim() !== ""))
}

/** Detects the separator as the most frequent one in the first line: Chinese Excel sometimes writes semicolons or tabs into .csv. */
export function separatorOf(text: string, ext: string): string {
  if (ext === ".tsv") return "\t"
  const first = text.slice(0, Math.max(0, text.indexOf("\n")) || undefined)
  const count = (separator: string): number => first.split(separator).length
  return [",", ";", "\t"].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** Converts the file to a table and chooses the page orientation that suits its width. */
export function csvBlocks(text: string, ext: string): { blocks: Block[]; size: PageSize } {
  const rows = parseDelimited(text, separatorOf(text, ext))
  if (rows.length === 0) return { blocks: [], size: A4 }
  const width = naturalWidths(rows).reduce((sum, column) => sum + column, 0)
  return { blocks: [{ kind: "table", rows, header: true }], size: width > A4.width - MARGIN * 2 ? A4_LANDSCAPE : A4 }
}
