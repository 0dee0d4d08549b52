const SECTOR = 512
const ENTRY = 128
const [FREE, END, TABLE] = [0xffffffff, 0xfffffffe, 0xfffffffd]
/** Shorter streams would have to go into a stream of their own kind, so they are filled up. */
const SHORTEST = 4096

const padded = (content: Buffer, to: number): Buffer => Buffer.concat([content, Buffer.alloc(Math.max(0, to - content.length))])
const sectorsOf = (length: number): number => Math.ceil(length / SECTOR)

/** Makes an OLE2 file (MS-CFB) of streams in its root. Short streams are filled up with zeros to 4096 bytes. */
export function makeCompound(streams: Record<string, Buffer>): Buffer {
  const contents = Object.entries(streams).map(([name, content]) => ({ name, content: padded(content, SHORTEST) }))
  const directorySectors = sectorsOf((contents.length + 1) * ENTRY)
  const dataSectors = directorySectors + contents.reduce((sum, { content }) => sum + sectorsOf(content.length), 0)
  const tableSectors = Math.ceil(dataSectors / (SECTOR / 4 - 1))
  const table = Buffer.alloc(tableSectors * SECTOR, 0xff)
  let next = 0
  const allocate = (count: number, mark?: number): number => {
    const start = next
    for (; next < start + count; next += 1) table.writeUInt32LE(mark ?? (next === start + count - 1 ? END : next + 1), next * 4)
    return start
  }
  allocate(tableSectors, TABLE)
  const directoryStart = allocate(directorySectors)
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
  write(0, "Root Entry", 5, END, 0)
  directory.writeUInt32LE(1, 76)
  // the tree of names leans to one side: shorter names come first
  contents.sort((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1))
  for (const [index, { name, content }] of contents.entries()) {
    write(index + 1, name, 2, allocate(sectorsOf(content.length)), content.length)
    if (index + 1 < contents.length) directory.writeUInt32LE(index + 2, (index + 1) * ENTRY + 72)
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
    [60, END],
    [68, END],
  ] as const)
    header.writeUInt32LE(value, at)
  for (let index = 0; index < tableSectors; index += 1) header.writeUInt32LE(index, 76 + index * 4)
  return Buffer.concat([header, table, directory, ...contents.map(({ content }) => padded(content, sectorsOf(content.length) * SECTOR))])
}
