import type { SevenZipReader } from "./seven-zip-reader"

export const END = 0
const PACK_INFO = 6
const UNPACK_INFO = 7
const SUBSTREAMS = 8
const SIZE = 9
const CRC = 10
const FOLDER = 11
const UNPACK_SIZES = 12
const STREAM_COUNTS = 13
const MAX_CODERS = 32

export type Coder = { method: string; properties: Buffer }

/** A run of packed data: its coders, and the sizes of the files in it. */
export type Folder = { coders: Coder[]; bytes: number; fileSizes: number[] }

export type Streams = { packPosition: number; packSizes: number[]; folders: Folder[] }

type CoderChain = { coders: Coder[]; outputs: number; main: number }

function readCoders(reader: SevenZipReader): CoderChain {
  const count = reader.count()
  if (count > MAX_CODERS) throw new RangeError(`${count} coders`)
  const coders: Coder[] = []
  let [inputs, outputs] = [0, 0]
  for (let index = 0; index < count; index += 1) {
    const flags = reader.byte()
    const method = reader.take(flags & 15).toString("hex")
    if (flags & 16) [inputs, outputs] = [inputs + reader.count(), outputs + reader.count()]
    else [inputs, outputs] = [inputs + 1, outputs + 1]
    coders.push({ method, properties: flags & 32 ? reader.take(reader.number()) : Buffer.alloc(0) })
  }
  const bound = new Set<number>()
  for (let pair = 0; pair < outputs - 1; pair += 1) {
    reader.number()
    bound.add(reader.number())
  }
  const packed = inputs - (outputs - 1)
  if (packed > 1) for (let index = 0; index < packed; index += 1) reader.number()
  return { coders, outputs, main: Array.from({ length: outputs }, (_, index) => index).find((index) => !bound.has(index)) ?? 0 }
}

function skipDigests(reader: SevenZipReader, count: number): boolean[] {
  const defined = reader.optionalBits(count)
  reader.take(defined.filter(Boolean).length * 4)
  return defined
}

/** Reads the folders. Returns them with flags of those that have a checksum. */
function readFolders(reader: SevenZipReader): { folders: Folder[]; digests: boolean[] } {
  reader.expect(FOLDER)
  const count = reader.count()
  if (reader.byte() !== 0) throw new Error("folders in another stream")
  const chains = Array.from({ length: count }, () => readCoders(reader))
  reader.expect(UNPACK_SIZES)
  const folders = chains.map(({ coders, outputs, main }) => {
    const sizes = Array.from({ length: outputs }, () => reader.number())
    return { coders, bytes: sizes[main] ?? 0, fileSizes: [sizes[main] ?? 0] }
  })
  let digests = folders.map(() => false)
  for (let id = reader.byte(); id !== END; id = reader.byte()) if (id === CRC) digests = skipDigests(reader, count)
  return { folders, digests }
}

function readSubstreams(reader: SevenZipReader, folders: Folder[], digests: readonly boolean[]): void {
  let id = reader.byte()
  let counts = folders.map(() => 1)
  if (id === STREAM_COUNTS) {
    counts = folders.map(() => reader.count())
    id = reader.byte()
  }
  for (const [index, folder] of folders.entries()) {
    const count = counts[index] ?? 1
    const sizes = id === SIZE ? Array.from({ length: Math.max(0, count - 1) }, () => reader.number()) : []
    const rest = folder.bytes - sizes.reduce((sum, size) => sum + size, 0)
    folder.fileSizes = count === 0 ? [] : [...sizes, rest]
  }
  if (id === SIZE) id = reader.byte()
  const unknown = folders.reduce((sum, { fileSizes }, index) => sum + (fileSizes.length === 1 && digests[index] ? 0 : fileSizes.length), 0)
  for (; id !== END; id = reader.byte()) if (id === CRC) skipDigests(reader, unknown)
}

/** Reads where the packed data lies, how it is coded and how large the files in it are. */
export function readStreams(reader: SevenZipReader): Streams {
  const streams: Streams = { packPosition: 0, packSizes: [], folders: [] }
  let digests: boolean[] = []
  for (let id = reader.byte(); id !== END; id = reader.byte()) {
    if (id === PACK_INFO) {
      streams.packPosition = reader.number()
      const count = reader.count()
      for (let inner = reader.byte(); inner !== END; inner = reader.byte()) {
        if (inner === SIZE) streams.packSizes = Array.from({ length: count }, () => reader.number())
        else if (inner === CRC) skipDigests(reader, count)
      }
    } else if (id === UNPACK_INFO) ({ folders: streams.folders, digests } = readFolders(reader))
    else if (id === SUBSTREAMS) readSubstreams(reader, streams.folders, digests)
    else throw new Error(`property ${id} among the streams`)
  }
  return streams
}
