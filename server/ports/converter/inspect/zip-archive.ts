import type { Readable } from "node:stream"
import { type Entry, fromBuffer, getFileNameLowLevel, open, validateFileName, type ZipFile } from "yauzl"

/** Larger directories are not read to the end (docs/reference/conversion.md 2). */
export const MAX_ENTRIES = 20_000

/** The archive has too many entries. */
export class TooManyEntries extends Error {
  constructor() {
    super(`the archive has more than ${MAX_ENTRIES} entries`)
    this.name = "TooManyEntries"
  }
}

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })
}

type Names = {
  /** Whether names may begin with a slash, which is then dropped. For archives that are read by name and never unpacked. */
  absoluteNames?: boolean
}

/** Returns the name of an entry. Throws for a path that leaves the archive. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry, { absoluteNames = false }: Names): string {
  const decoded = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  const name = absoluteNames ? decoded.replace(/^\/+/, "") : decoded
  const fault = validateFileName(name)
  if (fault) throw new Error(fault)
  return name
}

function readDirectory(zip: ZipFile, names: Names): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    // the count in the end record suffices to reject the file: reading that many entries takes seconds
    if (zip.entryCount > MAX_ENTRIES) {
      reject(new TooManyEntries())
      return
    }
    const entries = new Map<string, Entry>()
    let count = 0
    zip.on("error", reject)
    zip.on("end", () => resolve(entries))
    zip.on("entry", (entry: Entry) => {
      count += 1
      if (count > MAX_ENTRIES) {
        reject(new TooManyEntries())
        return
      }
      try {
        entry.fileName = nameOf(entry, names)
      } catch (error) {
        reject(error as Error)
        return
      }
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** A zip file whose directory has been read. Entries are inflated on demand. */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Opens an archive; close it afterwards. Throws TooManyEntries, or yauzl's error for a damaged archive. */
  static async open(file: string, names: Names = {}): Promise<ZipArchive> {
    const zip = await openZip(file)
    try {
      return new ZipArchive(zip, await readDirectory(zip, names))
    } catch (error) {
      zip.close()
      throw error
    }
  }

  /** Opens an archive in memory, for example one inside of another file. Throws like `open`. */
  static async fromBuffer(bytes: Buffer): Promise<ZipArchive> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(bytes, { lazyEntries: true, decodeStrings: false }, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    return new ZipArchive(zip, await readDirectory(zip, {}))
  }

  /** Returns the content as a stream; null if the entry does not exist, is encrypted, or is larger than `maxBytes`. */
  async stream(name: string, maxBytes: number): Promise<Readable | null> {
    const entry = this.entries.get(name)
    if (!entry || entry.uncompressedSize > maxBytes || isEncrypted(entry)) return null
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }

  /** Returns the content; null if the entry does not exist, is encrypted, or is larger than `maxBytes`. Throws on damage. */
  async read(name: string, maxBytes: number): Promise<Buffer | null> {
    const entry = this.entries.get(name)
    if (!entry || entry.uncompressedSize > maxBytes || isEncrypted(entry)) return null
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(error)
          return
        }
        const chunks: Buffer[] = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("error", reject)
        stream.on("end", () => resolve(Buffer.concat(chunks)))
      })
    })
  }

  close(): void {
    this.zip.close()
  }
}

export function isEncrypted(entry: Entry): boolean {
  return (entry.generalPurposeBitFlag & 1) !== 0
}
