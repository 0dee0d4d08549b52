import { type FileHandle, open } from "node:fs/promises"
import { ConversionError } from "../converter.port"
import { type ArchiveListing, type ListedFile, MAX_LISTED } from "./archive-listing"
import { decodeLzma } from "./lzma-decoder"
import { SevenZipReader } from "./seven-zip-reader"
import { type Coder, END, readStreams, type Streams } from "./seven-zip-streams"

const START = 32
const HEADER = 1
const ARCHIVE_PROPERTIES = 2
const ADDITIONAL_STREAMS = 3
const MAIN_STREAMS = 4
const FILES = 5
const EMPTY_STREAM = 14
const EMPTY_FILE = 15
const NAMES = 17
const ENCODED_HEADER = 23
/** Bytes of a header, packed and unpacked. */
const MAX_HEADER = 16e6
/** A packed header may contain a packed header. */
const MAX_LEVELS = 4
const LZMA = "030101"
const COPY = "00"
const AES = "06f10701"

const isEncrypted = (coders: readonly Coder[]): boolean => coders.some(({ method }) => method === AES)

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length > MAX_HEADER) throw new ConversionError("too_large")
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, position)
  if (bytesRead < length) throw new Error("the archive ends early")
  return bytes
}

/** Unpacks a packed header. Throws ConversionError: encrypted, too_large, unsupported for other coders than 7-Zip uses for headers. */
async function unpackHeader(handle: FileHandle, { packPosition, packSizes, folders }: Streams): Promise<Buffer> {
  const [folder] = folders
  if (!folder) throw new Error("no packed header")
  if (isEncrypted(folder.coders)) throw new ConversionError("encrypted")
  if (folder.bytes > MAX_HEADER) throw new ConversionError("too_large")
  const packed = await readAt(handle, START + packPosition, packSizes[0] ?? 0)
  const [coder] = folder.coders
  if (folder.coders.length === 1 && coder?.method === COPY) return packed.subarray(0, folder.bytes)
  if (folder.coders.length !== 1 || coder?.method !== LZMA) throw new ConversionError("unsupported")
  return decodeLzma(packed, coder.properties, folder.bytes)
}

function readNames(bytes: Buffer, count: number): string[] {
  const names = bytes.toString("utf16le").split("\0").slice(0, count)
  if (names.length < count) throw new Error("names are missing")
  return names
}

type FileTable = { names: string[]; hasStream: boolean[]; isFolder: boolean[] }

function readFiles(reader: SevenZipReader): FileTable {
  const count = reader.count()
  let names: string[] = []
  let empty = Array.from({ length: count }, () => false)
  let emptyFiles: boolean[] = []
  for (let id = reader.byte(); id !== END; id = reader.byte()) {
    const content = new SevenZipReader(reader.take(reader.number()))
    if (id === EMPTY_STREAM) empty = content.bits(count)
    else if (id === EMPTY_FILE) emptyFiles = content.bits(empty.filter(Boolean).length)
    else if (id === NAMES && content.byte() === 0) names = readNames(content.rest(), count)
  }
  let emptyIndex = 0
  const isFolder = empty.map((isEmpty) => {
    if (!isEmpty) return false
    emptyIndex += 1
    return !emptyFiles[emptyIndex - 1]
  })
  return { names, hasStream: empty.map((isEmpty) => !isEmpty), isFolder }
}

function listFiles({ names, hasStream, isFolder }: FileTable, { folders }: Streams): ListedFile[] {
  const sizes = folders.flatMap(({ fileSizes, coders }) => fileSizes.map((bytes) => ({ bytes, encrypted: isEncrypted(coders) })))
  let stream = 0
  return names.map((path, index) => {
    if (!hasStream[index]) return { path, folder: isFolder[index] ?? false, bytes: 0, encrypted: false }
    stream += 1
    return { path, folder: false, ...(sizes[stream - 1] ?? { bytes: null, encrypted: false }) }
  })
}

function readHeader(reader: SevenZipReader): ListedFile[] {
  let streams: Streams = { packPosition: 0, packSizes: [], folders: [] }
  for (let id = reader.byte(); id !== END; id = reader.byte()) {
    if (id === ARCHIVE_PROPERTIES) while (reader.byte() !== END) reader.take(reader.number())
    else if (id === ADDITIONAL_STREAMS) readStreams(reader)
    else if (id === MAIN_STREAMS) streams = readStreams(reader)
    else if (id === FILES) return listFiles(readFiles(reader), streams)
    else throw new Error(`property ${id} in the header`)
  }
  return []
}

/** Lists a 7z from its header, which is at its end. Throws ConversionError: encrypted if the names are; others if it is damaged. */
export async function listSevenZip(file: string): Promise<ArchiveListing> {
  const handle = await open(file, "r")
  try {
    const start = await readAt(handle, 0, START)
    const [offset, length] = [Number(start.readBigUInt64LE(12)), Number(start.readBigUInt64LE(20))]
    if (length === 0) return { files: [], truncated: false }
    let header = await readAt(handle, START + offset, length)
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const reader = new SevenZipReader(header)
      const id = reader.byte()
      if (id === HEADER) {
        const files = readHeader(reader)
        return { files: files.slice(0, MAX_LISTED), truncated: files.length > MAX_LISTED }
      }
      if (id !== ENCODED_HEADER) break
      header = await unpackHeader(handle, readStreams(reader))
    }
    throw new Error("no header")
  } finally {
    await handle.close()
  }
}
