import Papa from "papaparse"
import { decodeText } from "@/lib/rules/text-decoding"

/** A row of a CSV file; `line` is the line of the file on which it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] }

/** Parses CSV text into rows, without empty ones. Quoted cells may contain commas, quotes and line breaks. */
export const parseCsv = (text: string): CsvRow[] => {
  const rows: CsvRow[] = []
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")
  let [start, line] = [0, 1]
  Papa.parse<string[]>(plain, {
    delimiter: ",",
    newline: "\n",
    step: ({ data: cells, meta }) => {
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells })
      line += plain.slice(start, meta.cursor).split("\n").length - 1
      start = meta.cursor
    },
  })
  return rows
}

/** Parses a file that a spreadsheet has saved: UTF-8, UTF-16 or, as Excel in Chinese does, GB 18030. */
export const parseCsvFile = async (file: Blob): Promise<CsvRow[]> => parseCsv(decodeText(new Uint8Array(await file.arrayBuffer())))
