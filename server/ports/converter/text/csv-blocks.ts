import Papa from "papaparse"
import type { PageSize } from "../svg"
import { A4, A4_LANDSCAPE, MARGIN } from "./page-flow"
import { naturalWidths } from "./table-layout"
import type { TextDocumentBlock } from "./text-blocks"

/** Parses delimited text into rows, without empty ones. Quoted fields may contain the separator, line breaks and doubled quotes. */
export const parseDelimited = (text: string, separator: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: separator, newline: "\n", skipEmptyLines: "greedy" }).data

/** Detects the separator as the most frequent one in the first line: Chinese Excel sometimes writes semicolons or tabs into .csv. */
export function separatorOf(text: string, ext: string): string {
  if (ext === ".tsv") return "\t"
  const first = text.slice(0, Math.max(0, text.indexOf("\n")) || undefined)
  const count = (separator: string): number => first.split(separator).length
  return [",", ";", "\t"].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** Converts the file to a table and chooses the page orientation that suits its width. */
export function csvBlocks(text: string, ext: string): { blocks: TextDocumentBlock[]; size: PageSize } {
  const rows = parseDelimited(text, separatorOf(text, ext))
  if (rows.length === 0) return { blocks: [], size: A4 }
  const width = naturalWidths(rows).reduce((sum, column) => sum + column, 0)
  return { blocks: [{ kind: "table", rows, header: true }], size: width > A4.width - MARGIN * 2 ? A4_LANDSCAPE : A4 }
}
