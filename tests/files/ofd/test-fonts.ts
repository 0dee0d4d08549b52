/** Writes big-endian numbers: positive sizes are unsigned, negative ones signed bytes. */
export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2)
  return bytes
}

/** A square glyph of a TrueType font from (100, 0) to (100 + side, side) in thousandths of the em. */
export function square(side: number): Buffer {
  const points = Buffer.from([1, 1, 1, 1])
  const across = words(100, 0, side, 0)
  const down = words(0, side, 0, -side)
  return Buffer.concat([words(1, 100, 0, 100 + side, side, 3, 0), points, across, down])
}

/** Makes a font file of its tables, which come in the order of their names. */
export function sfnt(tables: Record<string, Buffer>, signature: number): Buffer {
  const names = Object.keys(tables)
  const head = Buffer.alloc(12 + names.length * 16)
  head.writeUInt32BE(signature, 0)
  head.writeUInt16BE(names.length, 4)
  const bodies: Buffer[] = []
  let offset = head.length
  for (const [index, name] of names.entries()) {
    const body = tables[name]!
    head.write(name, 12 + index * 16, "latin1")
    head.writeUInt32BE(offset, 12 + index * 16 + 8)
    head.writeUInt32BE(body.length, 12 + index * 16 + 12)
    bodies.push(body, Buffer.alloc((4 - (body.length % 4)) % 4))
    offset += body.length + ((4 - (body.length % 4)) % 4)
  }
  return Buffer.concat([head, ...bodies])
}

const headTable = (): Buffer => {
  const head = Buffer.alloc(54)
  head.writeUInt16BE(1000, 18)
  head.writeUInt16BE(1, 50)
  return head
}

/** A subset font as producers of OFD embed it: glyph 1 is a square of 800, glyph 2 one of 400; no names, no characters. */
export function trueTypeFont(): Buffer {
  const glyphs = [Buffer.alloc(0), square(800), square(400)].map((glyph) =>
    Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]),
  )
  const loca = Buffer.alloc(16)
  for (const [index] of glyphs.entries())
    loca.writeUInt32BE(
      glyphs.slice(0, index + 1).reduce((sum, glyph) => sum + glyph.length, 0),
      4 * (index + 1),
    )
  const hhea = Buffer.alloc(36)
  hhea.writeUInt16BE(3, 34)
  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x10000, 0)
  maxp.writeUInt16BE(3, 4)
  const hmtx = words(1000, 0, 1000, 0, 1000, 0)
  return sfnt({ glyf: Buffer.concat(glyphs), head: headTable(), hhea, hmtx, loca, maxp }, 0x10000)
}

/** A bare CFF font: glyph 1 is a square of 800 thousandths of the em, from (100, 0). */
export function cffFont(): Buffer {
  const number = (value: number): number[] => [28, (value >> 8) & 255, value & 255]
  const index = (...items: number[][]): number[] => {
    let offset = 1
    const offsets = [offset, ...items.map((item) => (offset += item.length))]
    return [0, items.length, 2, ...offsets.flatMap((value) => [value >> 8, value & 255]), ...items.flat()]
  }
  const notdef = [...number(1000), 14]
  const glyph = [...number(1000), ...number(100), ...number(0), 21, ...number(800), 6, ...number(800), 7, ...number(-800), 6, 14]
  const header = [1, 0, 4, 2]
  const name = index([65])
  const strings = [0, 0]
  const globals = [0, 0]
  const top = (charset: number, charstrings: number, privateAt: number): number[] =>
    index([...number(charset), 15, ...number(charstrings), 17, ...number(6), ...number(privateAt), 18])
  const start = header.length + name.length + top(0, 0, 0).length + strings.length + globals.length
  const charset = [0, 0, 34]
  const charstrings = index(notdef, glyph)
  const privateDictionary = [...number(0), 20, 139, 21]
  const at = start + charset.length
  return Buffer.from([
    ...[...header, ...name, ...top(start, at, at + charstrings.length), ...strings, ...globals],
    ...[...charset, ...charstrings, ...privateDictionary],
  ])
}
