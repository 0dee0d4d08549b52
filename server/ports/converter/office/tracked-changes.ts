import { readFile } from "node:fs/promises"
import { CompoundDocument, isCompound } from "./compound-document"

/** MS-DOC 2.5: places of fields in the file information block. */
const FIB = { version: 0x02, flags: 0x0a, formattedRuns: 0xfa, pieces: 0x1a2 }
const WORD_97 = 0xc1
const SECOND_TABLE = 0x0200
const PAGE = 512
/** Deleted, inserted, and formatted while changes were tracked: the single property modifiers that mark a run of text. */
const MARKS = ["000801", "010801", "57ca07"].map((hex) => Buffer.from(hex, "hex"))
const RTF_MARKS = ["deleted", "revised", "mvf", "mvt", "crauth"].map((word) => Buffer.from(`\\${word}`))

const isMarked = (bytes: Buffer, marks = MARKS): boolean => marks.some((mark) => bytes.includes(mark))

/** Returns the part of a stream that a field of the file information block names. */
function range(block: Buffer, field: number, stream: Buffer): Buffer {
  const [start, length] = [block.readUInt32LE(field), block.readUInt32LE(field + 4)]
  return stream.subarray(start, start + length)
}

/** Searches the pages with properties of text. Other parts of the file, like pictures, may contain the same bytes by chance. */
function wordHasRevisions(document: CompoundDocument): boolean {
  const text = document.stream("WordDocument")
  // documents of Word 95 and earlier have other codes: they take the longer way
  if (!text || text.readUInt16LE(FIB.version) < WORD_97) return true
  const table = document.stream((text.readUInt16LE(FIB.flags) & SECOND_TABLE) === 0 ? "0Table" : "1Table")
  if (!table) return true
  if (isMarked(range(text, FIB.pieces, table))) return true
  const index = range(text, FIB.formattedRuns, table)
  const pages = Math.floor((index.length - 4) / 8)
  for (let page = 0; page < pages; page += 1) {
    const number = index.readUInt32LE((pages + 1 + page) * 4) & 0x3fffff
    if (isMarked(text.subarray(number * PAGE, (number + 1) * PAGE))) return true
  }
  return false
}

/**
 * Checks whether a .doc or .rtf file may have tracked changes, which LibreOffice would print. True if in doubt. Throws on damage.
 */
export async function mayHaveRevisions(file: string): Promise<boolean> {
  const bytes = await readFile(file)
  return isCompound(bytes) ? wordHasRevisions(new CompoundDocument(bytes)) : isMarked(bytes, RTF_MARKS)
}
