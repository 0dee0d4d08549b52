import { constants, inflateSync } from "node:zlib"
import { normalizedCopy } from "./plain-copy"
import type { Pdfium } from "./pdfium-module"

export type FileMemory = { buffer: number; length: number }

/** Features that a document's objects mention, which decides whether its pages need a closer look. */
export type FileTraits = {
  /** Names layers (optional content) and a way to hide them. */
  hidesLayers: boolean
  /** Its form fields must be drawn again from their values. */
  needsAppearances: boolean
  /** Some page has a unit other than a point. */
  scalesPages: boolean
}

/** Longest dictionary of an object stream. */
const MAX_DICTIONARY = 2000
/** A larger object stream is not read; the document is then treated as having every trait. */
const MAX_INFLATED = 64e6
const everyTrait: FileTraits = { hidesLayers: true, needsAppearances: true, scalesPages: true }

/** Returns the text after each occurrence of a name. */
function* occurrences(part: Buffer, name: string): Generator<string> {
  for (let at = part.indexOf(name); at >= 0; at = part.indexOf(name, at + name.length))
    yield part.toString("latin1", at + name.length, at + name.length + 40)
}

function mentions(parts: readonly Buffer[], name: string, value: RegExp): boolean {
  return parts.some((part) => {
    for (const rest of occurrences(part, name)) if (value.test(rest)) return true
    return false
  })
}

/** An empty list of hidden groups is common; `/PrintState /OFF` looks the same as `/ViewState /OFF` here. */
function hidesSomething(parts: readonly Buffer[]): boolean {
  return (
    mentions(parts, "/OFF", /^(?!\s*\[\s*\])[^A-Za-z]/) ||
    mentions(parts, "/VE", /^\s*[[\d]/) ||
    mentions(parts, "/AllOff", /^[^A-Za-z]/) ||
    mentions(parts, "/AnyOff", /^[^A-Za-z]/)
  )
}

function traitsOf(parts: readonly Buffer[]): FileTraits {
  const layered = mentions(parts, "/OCProperties", /^\s*(<<|\d)/)
  return {
    hidesLayers: layered && hidesSomething(parts),
    needsAppearances: mentions(parts, "/NeedAppearances", /^\s*true/),
    scalesPages: mentions(parts, "/UserUnit", /^\s*(?!1(\.0*)?[\s/>])[\d.]/),
  }
}

/** Returns the contents of an object stream whose dictionary contains the position; null if it is packed in an unusual way. */
function objectStreamAt(file: Buffer, position: number): Buffer | null {
  const before = file.toString("latin1", Math.max(0, position - MAX_DICTIONARY), position)
  const after = file.toString("latin1", position, position + MAX_DICTIONARY)
  const start = /stream\r?\n/.exec(after)
  if (!start) return Buffer.alloc(0)
  const dictionary = before.slice(before.lastIndexOf(" obj") + 1) + after.slice(0, start.index)
  // without a filter its objects are readable in the file
  if (!dictionary.includes("/Filter")) return Buffer.alloc(0)
  if (!dictionary.includes("/FlateDecode") || /\/Predictor\s*(1\d|[2-9])/.test(dictionary)) return null
  const from = position + start.index + start[0].length
  const end = file.indexOf("endstream", from)
  try {
    return inflateSync(file.subarray(from, end < 0 ? undefined : end), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_INFLATED,
    })
  } catch {
    return null
  }
}

/** Returns the file and the contents of its object streams; null if one of them cannot be read. */
function readableParts(file: Buffer): Buffer[] | null {
  const parts = [file]
  for (let at = file.indexOf("/ObjStm"); at >= 0; at = file.indexOf("/ObjStm", at + 1)) {
    const part = objectStreamAt(file, at)
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

/** Returns the traits of an opened document. Reads the file's bytes, without parsing its pages. */
export function readTraits(pdfium: Pdfium, document: number, { buffer, length }: FileMemory): FileTraits {
  const bytes = pdfium.memory.view(buffer, length)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const packed = file.includes("/ObjStm")
  const parts = packed && file.includes("/Encrypt") ? null : readableParts(file)
  if (parts) return traitsOf(parts)
  const copy = normalizedCopy(pdfium, document)
  return copy === null ? everyTrait : traitsOf([copy])
}
