import { readDelimited } from "./csv-book"
import { readHtmlSheets } from "./html-book"
import type { SheetBook } from "./sheet-book"
import { SheetCollector } from "./sheet-collector"
import type { BookObjects } from "./sheet-objects"
import { readWorkbook } from "./xlsx-book"

export type OpenedSheets = { book: SheetBook; blocks: Map<number, Buffer>; objects: BookObjects }

/**
 * Reads a spreadsheet as blocks of rows, at most `maxBlocks`; returns null if it is empty. A delimited text is read in the given encoding,
 * else in the detected one. Throws on damage.
 */
export async function openSheets(file: string, ext: string, maxBlocks: number, encoding = ""): Promise<OpenedSheets | null> {
  const collector = new SheetCollector(maxBlocks)
  if (ext === ".csv" || ext === ".tsv") await readDelimited(file, ext, collector, encoding)
  else if (ext === ".html" || ext === ".mht") await readHtmlSheets(file, ext, collector)
  else await readWorkbook(file, collector)
  const book = collector.book()
  const objects = { list: collector.objects, incomplete: collector.incomplete }
  return book.sheets.some(({ rows }) => rows > 0) ? { book, blocks: collector.blocks, objects } : null
}
