import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { Ctx, CurrentUser } from "@/server/context"
import { forbidden } from "@/server/errors"
import { ROWS_A_BLOCK, type WorkbookSheet, type SheetBook } from "@/server/ports/converter/sheets/sheet-book"
import { requireReadable } from "../document/access.policy"
import { lastReadableBlock } from "../document/document.policy"
import { markedReader } from "../document/page-access.policy"
import { rowsKey, sheetPicturesKey, sheetsKey } from "../files/storage-keys.rules"
import { markedThumb, marksReaders } from "./reader-watermark.usecases"
import { noText } from "./text.usecases"

/** Row number and cells; each cell is its column, text and style index. */
type Row = [number, [number, string, number][]]
/** Number of a picture in its book, and its WebP file in base64. */
type StoredPicture = [number, string]

const unzip = promisify(gunzip)
const readZipped = async <T>(ctx: Ctx, key: string): Promise<T | null> => {
  const packed = await ctx.app.storage.read(key)
  return packed ? (JSON.parse((await unzip(packed)).toString("utf8")) as T) : null
}

/** Returns a sheet truncated after block `last`, or null if it starts after that block. */
const cutAt = (sheet: WorkbookSheet, last: number): WorkbookSheet | null => {
  if (sheet.first > last && sheet.rows > 0) return null
  const rows = Math.min(sheet.rows, Math.max(0, last - sheet.first + 1) * ROWS_A_BLOCK)
  return {
    ...sheet,
    rows,
    heights: sheet.heights.filter(([row]) => row < rows),
    ...(sheet.pictures && { pictures: sheet.pictures.filter(({ block }) => block <= last) }),
    merges: sheet.merges.flatMap(([row, column, down, across]) => (row < rows ? [[row, column, Math.min(down, rows - row), across]] : [])),
  }
}

/** Returns the sheets that the user may read, without their cells. Sheets beyond the preview are not included. */
export const readSheets = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row, lastBlock, textLayer } = await requireReadable(ctx, { uuid })
  if (!textLayer) throw noText()
  const book = row.blocks > 0 ? await readZipped<SheetBook>(ctx, sheetsKey(row.sha256, row.version)) : null
  if (!book) return { styles: [], sheets: [], more: false }
  return { styles: book.styles, sheets: book.sheets.flatMap((sheet) => cutAt(sheet, lastBlock) ?? []), more: lastBlock < row.blocks }
}

/** The address of a picture, with the reader's name in it as on a page; null if the stored picture is not one of ours. */
const sourceOf = (ctx: Ctx, webp: string, reader: CurrentUser | null): string | null => {
  if (!reader) return `data:image/webp;base64,${webp}`
  const marked = markedThumb(ctx.app, Buffer.from(webp, "base64"), reader)
  return marked && `data:image/svg+xml;base64,${marked.toString("base64")}`
}

/** Returns one block of a sheet: fifty rows, and the pictures that begin there. Beyond the preview of a sold document they name the reader. */
export const readRows = async (ctx: Ctx, { uuid, block }: { uuid: string; block: number }) => {
  const { row, lastBlock, textLayer } = await requireReadable(ctx, { uuid })
  if (block > lastBlock) throw forbidden("这些行下载后可以查看")
  if (!textLayer) throw noText()
  const [rows, pictures] = await Promise.all([
    readZipped<Row[]>(ctx, rowsKey(row.sha256, row.version, block)),
    readZipped<StoredPicture[]>(ctx, sheetPicturesKey(row.sha256, row.version, block)),
  ])
  const reader = block > lastReadableBlock(row) && (await marksReaders(ctx.app)) ? markedReader(ctx.user, row) : null
  const sources = (pictures ?? []).flatMap(([number, webp]) => {
    const src = sourceOf(ctx, webp, reader)
    return src ? [{ number, src }] : []
  })
  return { rows: rows ?? [], pictures: sources }
}
