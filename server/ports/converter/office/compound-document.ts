const HEADER_TABLES = 109
const END_OF_CHAIN = 0xfffffffe
const DIRECTORY_ENTRY = 128
const MINI_SECTOR = 64
const MINI_LIMIT = 4096
const MAX_DIRECTORY_BYTES = 4e6
const SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex")
const [STORAGE, STREAM, ROOT] = [1, 2, 5]

type DirectoryEntry = { name: string; kind: number; start: number; size: number }

/**
 * The streams of an OLE2 file (MS-CFB) in memory. Streams with the same name in different storages are not distinguished: the first one
 * counts.
 */
export class CompoundDocument {
  private readonly sectorSize: number
  private readonly table: Uint32Array
  private readonly miniTable: Uint32Array
  private readonly miniStream: Buffer
  private readonly directory: DirectoryEntry[]

  /** Throws on damage. */
  constructor(private readonly bytes: Buffer) {
    if (!isCompound(bytes)) throw new Error("not a compound file")
    this.sectorSize = bytes.readUInt16LE(30) === 12 ? 4096 : 512
    this.table = numbers(Buffer.concat(this.tableSectors().map((sector) => this.sector(sector))))
    this.directory = entriesOf(this.chain(bytes.readUInt32LE(48), MAX_DIRECTORY_BYTES))
    this.miniTable = numbers(this.chain(bytes.readUInt32LE(60), bytes.length))
    const root = this.directory.find(({ kind }) => kind === ROOT)
    this.miniStream = root ? this.chain(root.start, root.size) : Buffer.alloc(0)
  }

  /** Returns the names of all storages and streams. */
  names(): string[] {
    return this.directory.filter(({ kind }) => kind === STORAGE || kind === STREAM).map(({ name }) => name)
  }

  /** Returns the content of a stream; null if there is none of this name. */
  stream(name: string): Buffer | null {
    const entry = this.directory.find((one) => one.kind === STREAM && one.name === name)
    if (!entry) return null
    const { start, size } = entry
    return size < MINI_LIMIT ? this.miniChain(start, size) : this.chain(start, size)
  }

  private sector(index: number): Buffer {
    const at = (index + 1) * this.sectorSize
    const sector = this.bytes.subarray(at, at + this.sectorSize)
    if (sector.length === 0) throw new Error("a sector lies outside the file")
    return sector.length === this.sectorSize ? sector : Buffer.concat([sector, Buffer.alloc(this.sectorSize - sector.length)])
  }

  /** Returns the sectors of the allocation table: 109 of them are in the header, more in a chain of sectors. */
  private tableSectors(): number[] {
    const count = Math.min(this.bytes.readUInt32LE(44), Math.ceil(this.bytes.length / this.sectorSize))
    const sectors = [...numbers(this.bytes.subarray(76, 76 + HEADER_TABLES * 4))]
    let next = this.bytes.readUInt32LE(68)
    while (sectors.length < count && next < END_OF_CHAIN - 1) {
      const more = numbers(this.sector(next))
      sectors.push(...more.subarray(0, -1))
      next = more.at(-1) ?? END_OF_CHAIN
    }
    return sectors.slice(0, count).filter((sector) => sector < END_OF_CHAIN - 1)
  }

  private chain(start: number, size: number): Buffer {
    const sectors: Buffer[] = []
    let sector = start
    const most = Math.min(Math.ceil(size / this.sectorSize), Math.ceil(this.bytes.length / this.sectorSize))
    while (sector < END_OF_CHAIN - 1 && sectors.length < most) {
      sectors.push(this.sector(sector))
      sector = this.table[sector] ?? END_OF_CHAIN
    }
    return Buffer.concat(sectors).subarray(0, size)
  }

  private miniChain(start: number, size: number): Buffer {
    const sectors: Buffer[] = []
    let sector = start
    while (sector < END_OF_CHAIN - 1 && sectors.length < Math.ceil(size / MINI_SECTOR)) {
      sectors.push(this.miniStream.subarray(sector * MINI_SECTOR, (sector + 1) * MINI_SECTOR))
      sector = this.miniTable[sector] ?? END_OF_CHAIN
    }
    return Buffer.concat(sectors).subarray(0, size)
  }
}

/** Checks whether the file begins like an OLE2 file. */
export function isCompound(bytes: Buffer): boolean {
  return bytes.length >= 512 && bytes.subarray(0, 8).equals(SIGNATURE)
}

function numbers(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))
}

function entriesOf(directory: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  for (let at = 0; at + DIRECTORY_ENTRY <= directory.length; at += DIRECTORY_ENTRY) {
    const length = Math.min(64, directory.readUInt16LE(at + 64))
    if (length < 2) continue
    entries.push({
      name: directory.toString("utf16le", at, at + length - 2),
      kind: directory[at + 66] ?? 0,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}
