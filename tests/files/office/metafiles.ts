/** Makes a placeable WMF of 1000 by 500 units with one filled rectangle. `color`: 0xBBGGRR. */
export const makeWmf = (color: number): Buffer => {
  const record = (code: number, ...words: number[]): Buffer => {
    const bytes = Buffer.alloc(6 + words.length * 2)
    bytes.writeUInt32LE(3 + words.length, 0)
    bytes.writeUInt16LE(code, 4)
    for (const [index, value] of words.entries()) bytes.writeInt16LE((value << 16) >> 16, 6 + index * 2)
    return bytes
  }
  const records = [
    record(0x020b, 0, 0), // window origin
    record(0x020c, 500, 1000), // window extent
    record(0x02fc, 0, color & 0xffff, color >> 16, 0), // solid brush
    record(0x012d, 0), // select it
    record(0x041b, 450, 950, 50, 50), // rectangle
    record(0),
  ]
  const header = Buffer.alloc(18)
  header.writeUInt16LE(1, 0)
  header.writeUInt16LE(9, 2)
  header.writeUInt16LE(0x300, 4)
  header.writeUInt32LE((18 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt32LE(Math.max(...records.map(({ length }) => length)) / 2, 12)
  const placeable = Buffer.alloc(22)
  placeable.writeUInt32LE(0x9ac6cdd7, 0)
  for (const [index, value] of [0, 0, 1000, 500, 1000].entries()) placeable.writeInt16LE(value, 6 + index * 2)
  let checksum = 0
  for (let at = 0; at < 20; at += 2) checksum ^= placeable.readUInt16LE(at)
  placeable.writeUInt16LE(checksum, 20)
  return Buffer.concat([placeable, header, ...records])
}

/** Makes an EMF of 400 by 200 pixels (10 by 5 cm) with a filled rectangle and a text. `color`: 0xBBGGRR. */
export function makeEmf(color: number, words: string): Buffer {
  const record = (type: number, ...parts: (number | Buffer)[]): Buffer => {
    const body = Buffer.concat(
      parts.map((part) => {
        if (typeof part !== "number") return part
        const bytes = Buffer.alloc(4)
        bytes.writeInt32LE(part | 0)
        return bytes
      }),
    )
    const head = Buffer.alloc(8)
    const filled = Buffer.alloc(Math.ceil(body.length / 4) * 4)
    body.copy(filled)
    head.writeUInt32LE(type, 0)
    head.writeUInt32LE(8 + filled.length, 4)
    return Buffer.concat([head, filled])
  }
  const letters = Buffer.from(words, "utf16le")
  const face = Buffer.alloc(64)
  face.write("Arial", "utf16le")
  const advances = Buffer.alloc(words.length * 4)
  for (let index = 0; index < words.length; index += 1) advances.writeUInt32LE(32, index * 4)
  const aligned = Math.ceil(letters.length / 4) * 4
  const TEXT_AT = 76
  const records = [
    record(39, 1, 0, color, 0), // solid brush
    record(37, 1), // select it
    record(43, 20, 20, 380, 100), // rectangle
    record(82, 2, -40, 0, 0, 0, 400, 0, 0, face, Buffer.alloc(228)), // font
    record(37, 2),
    record(18, 1), // transparent background
    record(
      84,
      0,
      0,
      400,
      200,
      1,
      0x3f800000,
      0x3f800000,
      40,
      120,
      words.length,
      TEXT_AT,
      0,
      0,
      0,
      400,
      200,
      TEXT_AT + aligned,
      letters,
      Buffer.alloc(aligned - letters.length),
      advances,
    ),
    record(14, 0, 16, 20), // end
  ]
  const size = 108 + records.reduce((sum, { length }) => sum + length, 0)
  const pixels = [0, 0, 399, 199]
  const frame = [0, 0, 10_000, 5_000]
  const device = [1_000, 1_000, 250, 250]
  const header = record(
    1,
    ...pixels,
    ...frame,
    0x464d4520,
    0x10000,
    size,
    records.length + 1,
    3,
    0,
    0,
    0,
    ...device,
    0,
    0,
    0,
    250_000,
    250_000,
  )
  return Buffer.concat([header, ...records])
}
