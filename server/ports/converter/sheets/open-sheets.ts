import { readDelimited } from "./csv-book"
import type { SheetBook } from "./sheet-book"
import { SheetCollector } from "./sheet-collector"
import { readWorkbook } from "./xlsx-book"

export type OpenedSheets = { book: SheetBook; blocks: Map<number, Buffer> }

/** A spreadsheet as blocks of rows, `maxBlocks` at most; null when nothing is in it. Throws on damage. */
export async function openSheets(file: string, ext: string, maxBlocks: number): Promise<OpenedSheets | null> {
  const collector = new SheetCollector(maxBlocks)
  if (ext === ".csv" || ext === ".tsv") await readDelimited(file, ext, collector)
  else await readWorkbook(file, collector)
  const book = collector.book()
  return book.sheets.some(({ rows }) => rows > 0) ? { book, blocks: collector.blocks } : null
}
