import { readFile } from "node:fs/promises"
import { inflateRawSync } from "node:zlib"
import { initKf8File, type Ncx } from "@lingo-reader/mobi-parser"
import { ConversionError } from "../converter.port"

/** Offsets in a PalmDB file: the offset of the first record, and the encryption type in that record. */
const FIRST_RECORD_OFFSET = 78
const RECORD_COUNT = 76
const ENCRYPTION = 12
const HEADER_LENGTH = 20
const EXTENDED_FLAGS = 128
const HAS_EXTENDED = 0x40
const MAX_TEXT = 40e6
/** A KF8 book of one letter, deflated: `makeAzw3(["x"])` of the test fixtures. */
const MIN_BOOK_BYTES =
  "S8rPz2YgEzj5+3v7+jt5wgU4GRgYZkCYjHug9BMo/QNCM3lA6QlQGirPbASlnaBmMcJoATAFsYeRA6SFgeHvS6gsBwN1ADZzHCg0kwnJF0SB/////2dgYGAFBQMSHwW4RoSAQpAHxLbJKMnNsbPJSE1MsbPR" +
  "h1BJ+SmVdjb6UAqsoMLNJTgEqgfmHg1PP5cIBgYGCyzOYEQKXwz3hzi6g/RJgOQYGRkZ2JiYwOpwmOeEZh4GYA32dvUxYG5sWO7pEhHCYEGmuxih7pIBsZkYGRlYGJkY2JhY8LnNg5DbuAygwMiUvaGhoRHi" +
  "wv4AXX19rWiHxMwUW3UD9diXfbxcAA=="
const MAX_FILE = 200e6

/**
 * The internals of the parser that we use. Its public API writes every picture to disk and drops a chapter because of one odd tag; its
 * internals (the version is pinned) return the same bytes from memory.
 */
type Insides = {
  mobiFile: {
    isKf8: boolean
    palmdocHeader: { numTextRecords: number }
    mobiHeader: { encoding: number }
    loadRecord(index: number): ArrayBuffer
    loadTextBuffer(index: number): Uint8Array
    loadResource(index: number): { raw: Uint8Array }
    getCoverImage(): { raw: Uint8Array } | undefined
    getNCX(): Ncx | undefined
    decode(bytes: Uint8Array): string
  }
  chapters: ReadonlyArray<{ frags: ReadonlyArray<{ index: number }> }>
  innerLoadFile(): Promise<void>
  innerInit(): Promise<void>
  loadText(chapter: unknown): string
  loadFlow(index: number): Uint8Array | undefined
  resolveHref(href: string): { id: string; selector: string } | undefined
}

/** An opened Kindle book: KF7 (.mobi) or KF8 (.azw3), not protected. */
export type MobiBook = {
  kf8: boolean
  insides: Insides
  /** Returns the bytes of a picture, 1-based as the book counts them; null if there is none. */
  image(number: number): Buffer | null
  contents: Ncx
  /** Returns the picture that the book declares as its cover; null if there is none. */
  cover(): Buffer | null
}

function refuseProtected(bytes: Buffer): void {
  const record = bytes.length >= FIRST_RECORD_OFFSET + 4 ? bytes.readUInt32BE(FIRST_RECORD_OFFSET) : 0
  if (record === 0 || record + ENCRYPTION + 2 > bytes.length) throw new Error("no first record")
  if (bytes.readUInt16BE(record + ENCRYPTION) !== 0) throw new ConversionError("drm")
}

/**
 * The parser expects a block of extended data ("EXTH"), which old writers left out. This inserts an empty one after the
 * header and shifts all records by its length.
 */
function withExtendedData(bytes: Buffer): Buffer {
  const count = bytes.readUInt16BE(RECORD_COUNT)
  const start = bytes.readUInt32BE(FIRST_RECORD_OFFSET)
  const flags = start + EXTENDED_FLAGS + 4 <= bytes.length ? bytes.readUInt32BE(start + EXTENDED_FLAGS) : HAS_EXTENDED
  const end = flags & HAS_EXTENDED ? 0 : start + 16 + bytes.readUInt32BE(start + HEADER_LENGTH)
  if (end === 0 || end > bytes.length) return bytes
  const empty = Buffer.from("EXTH\0\0\0\f\0\0\0\0", "latin1")
  const patched = Buffer.concat([bytes.subarray(0, end), empty, bytes.subarray(end)])
  patched.writeUInt32BE((flags | HAS_EXTENDED) >>> 0, start + EXTENDED_FLAGS)
  for (let record = 1; record < count; record += 1) {
    const at = FIRST_RECORD_OFFSET + record * 8
    patched.writeUInt32BE((bytes.readUInt32BE(at) + empty.length) >>> 0, at)
  }
  return patched
}

/**
 * Limits the records that the parser reads. It requests as many records as the file declares, and text until there is enough, even beyond
 * the
 * last record: a damaged count would keep it busy for minutes.
 */
function boundRecords({ mobiFile }: Insides): void {
  const loadRecord = mobiFile.loadRecord.bind(mobiFile)
  mobiFile.loadRecord = (index) => {
    const record = loadRecord(index)
    if (record.byteLength === 0) throw new Error(`no record ${index}`)
    return record
  }
  const load = mobiFile.loadTextBuffer.bind(mobiFile)
  let total = 0
  mobiFile.loadTextBuffer = (index) => {
    if (index < 0 || index >= mobiFile.palmdocHeader.numTextRecords) throw new Error(`no text record ${index}`)
    const text = load(index)
    total += text.length
    if (total > MAX_TEXT * 2) throw new ConversionError("too_large")
    return text
  }
}

/**
 * The parser creates this folder if it is missing, and writes only in methods that we do not call. A sandbox has no folder for
 * temporary files and allows no new one, so this is the folder of this program, which exists wherever it runs.
 */
const EXISTING_FOLDER = import.meta.dirname

type ParserClass = new (bytes: Buffer, folder: string) => Insides

/** Returns the parser's class, taken from an opened book because the package does not export it. */
async function parserClass(): Promise<ParserClass> {
  const book = inflateRawSync(Buffer.from(MIN_BOOK_BYTES, "base64"))
  const opened: object = await initKf8File(book, EXISTING_FOLDER)
  return opened.constructor as ParserClass
}

async function openInsides(bytes: Buffer): Promise<Insides> {
  const Parser = await parserClass()
  const insides = new Parser(withExtendedData(bytes), EXISTING_FOLDER)
  await insides.innerLoadFile()
  boundRecords(insides)
  if (!insides.mobiFile.isKf8) return insides
  await insides.innerInit().catch((error: unknown) => {
    // A damaged table of contents, which is read last, must not lose the book.
    if (insides.chapters.length === 0) throw error
  })
  return insides
}

/** Returns all text of a KF7 book as bytes, because its positions count bytes. */
export function rawText({ insides: { mobiFile } }: MobiBook): Buffer {
  const count = mobiFile.palmdocHeader.numTextRecords
  const text = Buffer.concat(Array.from({ length: count }, (_, index) => mobiFile.loadTextBuffer(index)))
  if (text.length > MAX_TEXT) throw new ConversionError("too_large")
  return text
}

/** Opens a Kindle book. Throws ConversionError: drm, corrupt, too_large. */
export async function openMobiBook(file: string): Promise<MobiBook> {
  try {
    const bytes = await readFile(file)
    if (bytes.length > MAX_FILE) throw new ConversionError("too_large")
    refuseProtected(bytes)
    const insides = await openInsides(bytes)
    const image = (number: number): Buffer | null => {
      const { raw } = Number.isInteger(number) && number >= 1 ? insides.mobiFile.loadResource(number - 1) : { raw: new Uint8Array() }
      return raw.length > 0 ? Buffer.from(raw) : null
    }
    return { kf8: insides.mobiFile.isKf8, insides, image, contents: readContents(insides), cover: () => readCover(insides) }
  } catch (error) {
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  }
}

function readCover({ mobiFile }: Insides): Buffer | null {
  try {
    const raw = mobiFile.getCoverImage()?.raw
    return raw && raw.length > 0 ? Buffer.from(raw) : null
  } catch {
    return null
  }
}

function readContents({ mobiFile }: Insides): Ncx {
  try {
    return mobiFile.getNCX() ?? []
  } catch {
    return []
  }
}
