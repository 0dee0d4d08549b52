/** Tables that outlines and advances need. Other tables are left out: subset fonts often contain damaged remains of them. */
const needed = ["head", "hhea", "maxp", "hmtx", "loca", "glyf", "CFF ", "cvt ", "cmap"] as const
const MAX_TABLES = 200
const RECORD = 16
const TRUETYPE = 0x00010000
const MAGIC = 0x5f0f3cf5
const OPENTYPE = 0x4f54544f

type FontTables = Map<string, Buffer>

/** A name table without names. */
const emptyName = Buffer.from([0, 0, 0, 0, 0, 6])

/** A post table of version 3: no glyph has a name. */
const emptyPost = Buffer.from([0, 3, 0, 0, ...Array.from({ length: 28 }, () => 0)])

/** A cmap of one format 4 subtable without characters. */
const emptyCmap = Buffer.from([
  ...[0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12],
  ...[0, 4, 0, 24, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 0, 1, 0, 0],
])

function readTables(bytes: Buffer, start: number): FontTables {
  const tables: FontTables = new Map()
  const count = Math.min(MAX_TABLES, bytes.readUInt16BE(start + 4))
  for (let index = 0; index < count; index += 1) {
    const record = start + 12 + index * RECORD
    const [offset, length] = [bytes.readUInt32BE(record + 8), bytes.readUInt32BE(record + 12)]
    if (offset < bytes.length) tables.set(bytes.toString("latin1", record, record + 4), bytes.subarray(offset, offset + length))
  }
  return tables
}

/** Returns the supported subtables of a cmap: formats 4 and 12 of Unicode or symbols, or format 0. */
function usableCmap(cmap: Buffer | undefined): Buffer {
  if (!cmap || cmap.length < 12) return emptyCmap
  const count = Math.min(MAX_TABLES, cmap.readUInt16BE(2))
  let best: { rank: number; offset: number } | null = null
  for (let index = 0; index < count && 12 + index * 8 <= cmap.length; index += 1) {
    const [platform, encoding] = [cmap.readUInt16BE(4 + index * 8), cmap.readUInt16BE(6 + index * 8)]
    const offset = cmap.readUInt32BE(8 + index * 8)
    const format = offset + 2 <= cmap.length ? cmap.readUInt16BE(offset) : -1
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    const rank =
      format === 12 ? 4 : format === 4 && unicode ? 3 : format === 4 && platform === 3 && encoding === 0 ? 2 : format === 0 ? 1 : 0
    if (rank > (best?.rank ?? 0)) best = { rank, offset }
  }
  if (!best) return emptyCmap
  const head = Buffer.from([0, 0, 0, 1, 0, best.rank === 1 ? 1 : 3, 0, best.rank === 1 ? 0 : 1, 0, 0, 0, 12])
  return Buffer.concat([head, cmap.subarray(best.offset)])
}

/** A bare CFF font lacks the tables around it; its own advances are enough. */
function aroundCff(cff: Buffer): FontTables {
  const glyphs = countCffGlyphs(cff)
  const head = Buffer.alloc(54)
  head.writeUInt16BE(1000, 18)
  const hhea = Buffer.alloc(36)
  hhea.writeUInt16BE(1, 34)
  const maxp = Buffer.alloc(6)
  maxp.writeUInt32BE(0x00005000, 0)
  maxp.writeUInt16BE(glyphs, 4)
  return new Map([
    ["CFF ", cff],
    ["head", head],
    ["hhea", hhea],
    ["maxp", maxp],
    ["hmtx", Buffer.alloc(2 + 2 * glyphs)],
  ])
}

/** Returns where an INDEX of a CFF font ends, and its number of entries and first data byte. */
function readIndex(cff: Buffer, start: number): { count: number; end: number; data: number } {
  const count = cff.readUInt16BE(start)
  if (count === 0) return { count, end: start + 2, data: start + 2 }
  const size = cff.readUInt8(start + 2)
  const data = start + 2 + size * (count + 1) + 1
  return { count, end: data - 1 + cff.readUIntBE(start + 3 + size * count, size) + 0, data }
}

/** Returns the number of charstrings, whose offset operator 17 of the top dictionary names. */
function countCffGlyphs(cff: Buffer): number {
  const names = readIndex(cff, cff.readUInt8(2))
  const tops = readIndex(cff, names.end)
  const operands: number[] = []
  for (let at = tops.data; at < tops.end;) {
    const byte = cff.readUInt8(at)
    at += 1
    if (byte === 17) return readIndex(cff, operands.at(-1) ?? 0).count
    if (byte <= 21) {
      if (byte === 12) at += 1
      operands.length = 0
    } else if (byte === 28) {
      operands.push(cff.readInt16BE(at))
      at += 2
    } else if (byte === 29) {
      operands.push(cff.readInt32BE(at))
      at += 4
    } else if (byte === 30) {
      while ((cff.readUInt8(at) & 15) !== 15) at += 1
      at += 1
    } else if (byte <= 246) operands.push(byte - 139)
    else {
      const next = cff.readUInt8(at)
      operands.push(byte <= 250 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108)
      at += 1
    }
  }
  throw new Error("the CFF font has no glyphs")
}

/** Returns a head table with the magic number, which some producers leave out. */
function withMagic(head: Buffer): Buffer {
  const copy = Buffer.concat([head, Buffer.alloc(Math.max(0, 54 - head.length))])
  copy.writeUInt32BE(MAGIC, 12)
  return copy
}

function writeFont(tables: FontTables, signature: number): ArrayBuffer {
  const head = Buffer.alloc(12 + tables.size * RECORD)
  head.writeUInt32BE(signature, 0)
  head.writeUInt16BE(tables.size, 4)
  const bodies: Buffer[] = []
  let offset = head.length
  for (const [index, [tag, body]] of [...tables].entries()) {
    const record = 12 + index * RECORD
    head.write(tag, record, "latin1")
    head.writeUInt32BE(offset, record + 8)
    head.writeUInt32BE(body.length, record + 12)
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    bodies.push(padded)
    offset += padded.length
  }
  return Uint8Array.from(Buffer.concat([head, ...bodies])).buffer
}

/**
 * Returns a font of the tables that outlines need, with empty tables of names and, where it lacks one, an empty cmap: producers of OFD embed
 * subsets without them, or bare CFF, which the font library refuses. Throws if it is no font.
 */
export function repackFont(bytes: Buffer): ArrayBuffer {
  const tag = bytes.toString("latin1", 0, 4)
  const start = tag === "ttcf" ? bytes.readUInt32BE(12) : 0
  const isCff = bytes.readUInt8(0) === 1 && bytes.readUInt8(1) === 0 && bytes.readUInt32BE(0) !== TRUETYPE
  const source = isCff ? aroundCff(bytes) : readTables(bytes, start)
  const tables: FontTables = new Map([
    ["name", emptyName],
    ["post", emptyPost],
  ])
  for (const name of needed) {
    const table = name === "cmap" ? usableCmap(source.get("cmap")) : source.get(name)
    if (table) tables.set(name, name === "head" ? withMagic(table) : table)
  }
  return writeFont(tables, tables.has("CFF ") ? OPENTYPE : TRUETYPE)
}
