/** Types of records (MS-XLS 2.3). */
const [NUMBER, LABEL, START, END] = [0x0203, 0x0204, 0x0809, 0x000a]
const SHEET = 0x10

const little16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}
const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([little16(type, body.length), body])
}

function cellRecord(value: Buffer | number, row: number, column: number): Buffer {
  const position = little16(row, column, 0)
  if (typeof value !== "number") return record(LABEL, position, little16(value.length), value)
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return record(NUMBER, position, bytes)
}

/** Makes the records of one sheet, which declare neither version nor encoding. Texts are bytes in any encoding. */
export function makeBareWorkbook(rows: ReadonlyArray<ReadonlyArray<Buffer | number>>): Buffer {
  const cells = rows.flatMap((values, row) => values.map((value, column) => cellRecord(value, row, column)))
  return Buffer.concat([record(START, little16(0, SHEET, 0, 0)), ...cells, record(END)])
}
