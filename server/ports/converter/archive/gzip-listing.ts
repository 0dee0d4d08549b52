import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import { createGunzip } from "node:zlib"
import { decode } from "iconv-lite"
import { type ArchiveListing, MAX_LISTED } from "./archive-listing"
import { encodingOfNames } from "./entry-names"
import { listTar, type TarBytes } from "./tar-listing"

/** Bytes of a tar.gz that are unpacked to read its headers. They are not stored. */
const MAX_UNPACKED = 2e9
const FLAG_NAME = 8
const FLAG_EXTRA = 4

/** Reads a tar on disk, where contents are skipped without being read. */
export function tarOnDisk(handle: FileHandle): TarBytes {
  let position = 0
  return {
    async read(length) {
      const block = Buffer.alloc(length)
      const { bytesRead } = await handle.read(block, 0, length, position)
      position += length
      return block.subarray(0, bytesRead)
    },
    async skip(length) {
      position += length
    },
  }
}

/** Unpacks a stream piece by piece. Ends at the limit as if the file ended there. */
class Unpacking implements TarBytes {
  private readonly chunks: AsyncIterator<Buffer>
  private chunk: Buffer = Buffer.alloc(0)
  private total = 0
  /** True if the end of the file was not reached. */
  cut = false

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]()
  }

  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.take(length, (part) => parts.push(part))
    return Buffer.concat(parts)
  }

  skip(length: number): Promise<void> {
    return this.take(length, () => undefined)
  }

  private async take(length: number, consume: (part: Buffer) => void): Promise<void> {
    for (let left = length; left > 0;) {
      if (this.chunk.length === 0 && !(await this.load())) return
      const part = this.chunk.subarray(0, left)
      this.chunk = this.chunk.subarray(part.length)
      left -= part.length
      consume(part)
    }
  }

  private async load(): Promise<boolean> {
    if (this.total > MAX_UNPACKED) this.cut = true
    if (this.cut) return false
    try {
      const { value, done } = await this.chunks.next()
      if (done) return false
      this.chunk = value
      this.total += value.length
      return true
    } catch (error) {
      if (this.total === 0) throw error
      this.cut = true
      return false
    }
  }
}

/** Returns the name that the header of a gzip file gives to its content, as bytes. */
function nameInHeader(head: Buffer): Buffer | null {
  const flags = head[3] ?? 0
  if ((flags & FLAG_NAME) === 0) return null
  const start = flags & FLAG_EXTRA ? 12 + head.readUInt16LE(10) : 10
  const end = head.indexOf(0, start)
  return end > start ? head.subarray(start, end) : null
}

/** A packed file that is not a tar: its name and size. The last four bytes have the size up to 4 GB. */
async function listSingle(file: string): Promise<ArchiveListing> {
  const handle = await open(file, "r")
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(1024)
    await handle.read(head, 0, head.length, 0)
    const end = Buffer.alloc(4)
    await handle.read(end, 0, 4, Math.max(0, size - 4))
    const raw = nameInHeader(head)
    const path = raw ? decode(raw, encodingOfNames([raw])) : basename(file).replace(/\.[^.]*$/, "")
    return { files: [{ path, folder: false, bytes: end.readUInt32LE(0), encrypted: false }], truncated: false }
  } finally {
    await handle.close()
  }
}

/** Lists a tar.gz, or a single packed file. Throws if it is damaged. */
export async function listGzip(file: string): Promise<ArchiveListing> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on("error", (error) => gunzip.destroy(error))
  try {
    const bytes = new Unpacking(source.pipe(gunzip))
    const listing = await listTar(bytes).catch((error: unknown) => {
      if (bytes.cut) throw error
      return null
    })
    if (listing === null) return await listSingle(file)
    return { ...listing, truncated: listing.truncated || bytes.cut || listing.files.length >= MAX_LISTED }
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
