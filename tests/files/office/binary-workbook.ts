import { makeZip } from "@/server/ports/converter/testing/office.fixture"

/** Types of records (MS-XLSB 2.3.2). */
const [ROW, NUMBER, TEXT] = [0, 5, 6]
const [SHEET, BOOK, SHEETS, ROWS] = [129, 131, 143, 145]
const SHEET_NAME = 156
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"

const little32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
/** Writes a number in groups of seven bits, the lowest ones first. */
const variable = (value: number): Buffer => (value < 128 ? Buffer.from([value]) : Buffer.from([(value & 127) | 128, value >> 7]))
const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([variable(type), variable(body.length), body])
}
/** Writes the records between the one that begins a part and the one that ends it, whose type follows. */
const within = (type: number, ...records: readonly Buffer[]): Buffer => Buffer.concat([record(type), ...records, record(type + 1)])
const wide = (text: string): Buffer => Buffer.concat([little32(text.length), Buffer.from(text, "utf16le")])

function cellRecord(value: string | number, column: number): Buffer {
  const style = little32(column, 0)
  if (typeof value === "string") return record(TEXT, style, wide(value))
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return record(NUMBER, style, bytes)
}

/** A row's number, style, height in twips, flags, and the columns that it has. */
const rowRecord = (row: number, columns: number): Buffer =>
  record(ROW, little32(row, 0), Buffer.from([0x2c, 0x01, 0, 0, 0]), little32(1, 0, columns - 1))

const relationships = (type: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

/** Makes an Excel binary workbook (.xlsb) of one sheet. */
export function makeXlsb(rows: ReadonlyArray<ReadonlyArray<string | number>>): Buffer {
  const data = rows.flatMap((row, index) => [rowRecord(index, row.length), ...row.map(cellRecord)])
  const types = [
    ["workbook", "vnd.ms-excel.sheet.binary.macroEnabled.main"],
    ["worksheets/sheet1", "vnd.ms-excel.worksheet"],
  ].map(([name, type]) => `<Override PartName="/xl/${name}.bin" ContentType="application/${type}"/>`)
  return makeZip({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>${types.join("")}</Types>`,
    "_rels/.rels": relationships("officeDocument", "xl/workbook.bin"),
    "xl/_rels/workbook.bin.rels": relationships("worksheet", "worksheets/sheet1.bin"),
    "xl/workbook.bin": within(BOOK, within(SHEETS, record(SHEET_NAME, little32(0, 1), wide("rId1"), wide("表")))),
    "xl/worksheets/sheet1.bin": within(SHEET, within(ROWS, ...data)),
  })
}
