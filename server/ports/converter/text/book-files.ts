import { posix } from "node:path"
import type { Entry } from "yauzl"
import { decode } from "iconv-lite"
import type { ZipArchive } from "../inspect/zip-archive"

/** Bit of an entry that declares its name as UTF-8. */
const UTF8_NAME = 0x800
/** Encodings in which programs of East Asia wrote names without declaring them. */
const NAME_ENCODINGS = ["utf8", "gb18030", "big5hkscs", "shiftjis", "cp949"]
const SCHEME = /^[a-z][a-z\d+.-]*:/i

/** Decodes the percent escapes of a name into bytes; their encoding does not matter here. */
function unescapedBytes(path: string): Buffer {
  const parts = path.split(/((?:%[\da-f]{2})+)/i)
  return Buffer.concat(parts.map((part, index) => (index % 2 === 1 ? Buffer.from(part.replaceAll("%", ""), "hex") : Buffer.from(part))))
}

const withoutFragment = (reference: string): string => reference.replace(/[#?].*$/, "")

const sameName = (name: string): string => name.normalize("NFC").toLowerCase()

/** Returns the readings of an entry's name in all encodings that it may be in. */
function readings({ fileNameRaw, generalPurposeBitFlag }: Entry): string[] {
  if ((generalPurposeBitFlag & UTF8_NAME) !== 0 || fileNameRaw.every((byte) => byte < 0x80)) return []
  return NAME_ENCODINGS.map((encoding) => decode(fileNameRaw, encoding).replaceAll("\\", "/")).filter((name) => !name.includes("\ufffd"))
}

/** Finds the files of a book by the references in its pages, in the many ways that programs write them. */
export class BookFiles {
  /** Names of the archive's entries by their readings, in lower case. */
  private readonly byReading = new Map<string, string>()

  constructor(private readonly archive: ZipArchive) {
    for (const [name, entry] of archive.entries)
      for (const reading of [name, ...readings(entry)]) {
        const key = sameName(reading)
        if (!this.byReading.has(key)) this.byReading.set(key, name)
      }
  }

  /** Returns the archive's name of a file; null if there is none. Prefers the exact name to one in other case. */
  private nameOf(path: string): string | null {
    return this.archive.entries.has(path) ? path : (this.byReading.get(sameName(path)) ?? null)
  }

  /**
   * Returns the path in the archive that a reference in the file `from` means, without its fragment: percent escapes undone or taken
   * literally, relative to the file or, with a slash in front, to the archive. A missing file has the path that the standard gives it.
   */
  resolve(from: string, reference: string): string {
    const written = withoutFragment(reference.trim()).replaceAll("\\", "/")
    const bytes = unescapedBytes(written)
    const unescaped = NAME_ENCODINGS.map((encoding) => decode(bytes, encoding)).filter((path) => !path.includes("\ufffd"))
    const entities = written.replaceAll("&", "&amp;")
    // the whole reference, for names with a number sign or a question mark
    const spellings = [...unescaped, written, entities, reference.trim()]
    const folder = posix.dirname(from)
    const paths = spellings.flatMap((path) => {
      const inside = posix.join(folder, path).replace(/^(\.\.\/)+/, "")
      return path.startsWith("/") ? [posix.join(".", path.replace(/^\/+/, "")), inside] : [inside, posix.join(".", path)]
    })
    for (const path of paths) {
      const name = this.nameOf(path)
      if (name !== null) return name
    }
    return paths[0] ?? ""
  }

  /** Returns a location in the book: a file's path, optionally with "#" and an id in it. An address is returned unchanged. */
  locate(from: string, reference: string): string {
    if (SCHEME.test(reference.trim())) return reference
    const fragment = /#(.+)$/.exec(reference)?.[1]
    const path = reference.startsWith("#") ? from : this.resolve(from, reference)
    return fragment ? `${path}#${decode(unescapedBytes(fragment), "utf8")}` : path
  }

  /** Returns the content of a file; null if it does not exist, is encrypted or too large. Throws on damage. */
  read(name: string, maxBytes: number): Promise<Buffer | null> {
    return this.archive.read(this.nameOf(name) ?? name, maxBytes)
  }
}
