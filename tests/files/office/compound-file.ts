const SECTOR = 512
const SHORT_SECTOR = 64
const ENTRY = 128
const [FREE, END, TABLE] = [0xffffffff, 0xfffffffe, 0xfffffffd]
const [STREAM, ROOT] = [2, 5]
/** Shorter streams have a table and sectors of their own. */
const SHORTEST = 4096

const padded = (content: Buffer, to: number): Buffer => Buffer.concat([content, Buffer.alloc(Math.max(0, to - content.length))])
const sectorsOf = (length: number, sector = SECTOR): number => Math.ceil(length / sector)

/** Hands out sectors of a table from the first one on. */
class Sectors {
  next = 0

  constructor(private readonly table: Buffer) {}

  /** Returns the first of `count` sectors, each of which leads to the next one or has the mark. */
  allocate(count: number, mark?: number): number {
    if (count === 0) return END
    const start = this.next
    for (; this.next < start + count; this.next += 1)
      this.table.writeUInt32LE(mark ?? (this.next === start + count - 1 ? END : this.next + 1), this.next * 4)
    return start
  }
}

/**
 * Makes an OLE2 file (MS-CFB) of streams in its root. Those of `streams` are filled up with zeros to 4096 bytes; `shortStreams` stay as short as
 * they are.
 */
export function makeCompound(streams: Record<string, Buffer>, shortStreams: Record<string, Buffer> = {}): Buffer {
  const contents = Object.entries(streams).map(([name, content]) => ({ name, content: padded(content, SHORTEST) }))
  const short = Object.entries(shortStreams).map(([name, content]) => ({ name, content }))
  const shortContent = Buffer.concat(short.map(({ content }) => padded(content, sectorsOf(content.length, SHORT_SECTOR) * SHORT_SECTOR)))
  const shortTable = Buffer.alloc(sectorsOf((shortContent.length / SHORT_SECTOR) * 4) * SECTOR, 0xff)
  const bodies = [shortTable, shortContent, ...contents.map(({ content }) => content)]
  const directorySectors = sectorsOf((contents.length + short.length + 1) * ENTRY)
  const dataSectors = directorySectors + bodies.reduce((sum, content) => sum + sectorsOf(content.length), 0)
  const tableSectors = Math.ceil(dataSectors / (SECTOR / 4 - 1))
  const table = Buffer.alloc(tableSectors * SECTOR, 0xff)
  const [sectors, shortSectors] = [new Sectors(table), new Sectors(shortTable)]
  sectors.allocate(tableSectors, TABLE)
  const directoryStart = sectors.allocate(directorySectors)
  const [shortTableStart, shortStart, ...starts] = bodies.map((content) => sectors.allocate(sectorsOf(content.length)))
  const entries = [
    ...contents.map(({ name, content }, index) => ({ name, start: starts[index]!, size: content.length })),
    ...short.map(({ name, content }) => ({
      name,
      start: shortSectors.allocate(sectorsOf(content.length, SHORT_SECTOR)),
      size: content.length,
    })),
  ]
  // the tree of names leans to one side: shorter names come first
  entries.sort((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1))
  const directory = Buffer.alloc(directorySectors * SECTOR)
  const write = (index: number, name: string, kind: number, start: number, size: number): void => {
    const at = index * ENTRY
    directory.write(name, at, "utf16le")
    directory.writeUInt16LE(name.length * 2 + 2, at + 64)
    directory[at + 66] = kind
    directory[at + 67] = 1
    for (const link of [68, 72, 76]) directory.writeUInt32LE(FREE, at + link)
    directory.writeUInt32LE(start, at + 116)
    directory.writeUInt32LE(size, at + 120)
  }
  write(0, "Root Entry", ROOT, shortStart!, shortContent.length)
  directory.writeUInt32LE(1, 76)
  for (const [index, { name, start, size }] of entries.entries()) {
    write(index + 1, name, STREAM, start, size)
    if (index + 1 < entries.length) directory.writeUInt32LE(index + 2, (index + 1) * ENTRY + 72)
  }
  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header)
  header.fill(0, 8, 76)
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, tableSectors],
    [48, directoryStart],
    [56, SHORTEST],
    [60, shortTableStart!],
    [64, sectorsOf(shortTable.length)],
    [68, END],
  ] as const)
    header.writeUInt32LE(value, at)
  for (let index = 0; index < tableSectors; index += 1) header.writeUInt32LE(index, 76 + index * 4)
  return Buffer.concat([header, table, directory, ...bodies.map((content) => padded(content, sectorsOf(content.length) * SECTOR))])
}
