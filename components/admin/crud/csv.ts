import type { Result } from "@/lib/contract/types"
import type { CrudEntry, EntryPage } from "./entity"
import type { Named, FieldValues } from "./field"
import { textOf } from "./text"

/** Maximum number of rows in one file. */
export const maxRows = 10_000
const step = 100

/** Quotes a CSV cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers stay as they are. */
export const safeCell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Returns the CSV text, with a byte order mark so that spreadsheets read it as UTF-8. */
export const csvOf = (fields: readonly Named[], rows: readonly CrudEntry[]): string =>
  `\ufeff${[fields.map((field) => safeCell(field.label)), ...rows.map((row) => fields.map((field) => safeCell(textOf(field, row))))].map((cells) => cells.join(",")).join("\r\n")}\r\n`

/** Reads all pages of a list, at most `maxRows` rows. */
export const readAll = async (
  read: (input: FieldValues) => Promise<Result<EntryPage>>,
  input: FieldValues,
): Promise<Result<CrudEntry[]>> => {
  const rows: CrudEntry[] = []
  for (let page = 1; rows.length < maxRows; page++) {
    const reply = await read({ ...input, page, size: step })
    if (!reply.ok) return reply
    rows.push(...reply.data.rows)
    if (reply.data.rows.length === 0 || rows.length >= reply.data.total) break
  }
  return { ok: true, status: 200, data: rows.slice(0, maxRows) }
}

export const downloadText = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
