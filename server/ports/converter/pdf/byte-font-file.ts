import { type ByteEncoding, byteEncodingOf, styleNameOf } from "./byte-font-names"
import type { Pdfium } from "./pdfium-module"

/** Larger copies would not fit into memory beside the document itself. */
const MAX_COPY = 200e6
const MAX_DICTIONARY = 20_000
const MAX_FONTS = 200
const FIRST_LETTER = 32
const LETTERS = 95
const LATIN_WIDTH = 500

/** The file writer of the WebAssembly build; its methods are missing from the package's main type. */
type Writer = {
  PDFiumExt_OpenFileWriter(): number
  PDFiumExt_SaveAsCopy(document: number, writer: number): number
  PDFiumExt_GetFileWriterSize(writer: number): number
  PDFiumExt_GetFileWriterData(writer: number, buffer: number, size: number): number
  PDFiumExt_CloseFileWriter(writer: number): void
}

/** Returns the document as PDFium writes it: without encryption, and with every object readable on its own. Null if it is too large. */
export function normalizedCopy({ api, memory }: Pdfium, document: number): Buffer | null {
  const writing = api as unknown as Writer
  const writer = writing.PDFiumExt_OpenFileWriter()
  try {
    if (!writing.PDFiumExt_SaveAsCopy(document, writer)) return null
    const size = writing.PDFiumExt_GetFileWriterSize(writer)
    if (size === 0 || size > MAX_COPY) return null
    const pointer = memory.alloc(size)
    writing.PDFiumExt_GetFileWriterData(writer, pointer, size)
    const copy = Buffer.from(memory.view(pointer, size))
    memory.free(pointer)
    return copy
  } finally {
    writing.PDFiumExt_CloseFileWriter(writer)
  }
}

/** Returns the text of object `number`; empty if there is none. */
function objectText(file: Buffer, number: string): string {
  const start = file.indexOf(`\n${number} 0 obj`)
  if (start < 0) return ""
  const end = file.indexOf("endobj", start)
  return file.toString("latin1", start, Math.min(end < 0 ? file.length : end, start + MAX_DICTIONARY))
}

/** Returns the value of a key of a dictionary, with a reference replaced by the object that it names. */
function valueOf(file: Buffer, dictionary: string, key: string): string {
  const at = dictionary.search(new RegExp(`/${key}(?![A-Za-z0-9])`))
  if (at < 0) return ""
  const value = dictionary.slice(at + key.length + 1)
  const reference = /^\s*(\d+) 0 R/.exec(value)?.[1]
  return reference === undefined ? value : objectText(file, reference).replace(/^\s*\d+ 0 obj\s*/, "")
}

/** Returns the bounds of the dictionary around a position of an object's text, or null. */
function dictionaryAround(text: string, position: number): [start: number, end: number] | null {
  const edges = [...text.matchAll(/<<|>>/g)]
  const open: number[] = []
  for (const { 0: edge, index } of edges) {
    if (edge === "<<") open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined && start < position && index > position) return [start, index + 2]
    }
  }
  return null
}

function nameBytes(name: string): Buffer {
  const plain = name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, "latin1")
}

/** Returns the widths of the codes 0 to 255; undefined where the font gives none. */
function widthsOf(file: Buffer, font: string): (number | undefined)[] {
  const first = Number(/\/FirstChar (\d+)/.exec(font)?.[1] ?? 0)
  const widths =
    /^\s*\[([^\]]*)\]/
      .exec(valueOf(file, font, "Widths"))?.[1]
      ?.trim()
      .split(/\s+/)
      .map(Number) ?? []
  return Array.from({ length: 256 }, (_, code) => {
    const width = widths[code - first]
    return width !== undefined && width > 0 ? width : undefined
  })
}

function compositeFont(file: Buffer, font: string, name: Buffer, encoding: ByteEncoding): string {
  const widths = widthsOf(file, font)
  const latin = Array.from({ length: LETTERS }, (_, index) => widths[FIRST_LETTER + index] ?? LATIN_WIDTH)
  const wide = 2 * (widths[0xb0] ?? widths[0xa1] ?? LATIN_WIDTH)
  const style = styleNameOf(name)
  const info = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${encoding.ordering})/Supplement ${encoding.supplement}>>`
  const box = "/FontBBox[0 -141 1000 859]/ItalicAngle 0/Ascent 859/Descent -141/CapHeight 683/StemV 80"
  const descriptor = `<</Type/FontDescriptor/FontName/${style.name}/Flags ${style.serif ? 6 : 4}${box}>>`
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/${style.name}${info}/FontDescriptor ${descriptor}/DW ${wide}/W[${encoding.space}[${latin.join(" ")}]]>>`
  return `<</Type/Font/Subtype/Type0/BaseFont/${style.name}/Encoding/${encoding.cmap}/DescendantFonts[${descendant}]>>`
}

/** Returns the composite font that reads the strings of a Chinese font byte by byte; null if the font needs none. */
function replacementOf(file: Buffer, font: string): string | null {
  const name = nameBytes(/\/BaseFont\/([^\s/<>[\]()]+)/.exec(font)?.[1] ?? "")
  const encoding = byteEncodingOf(name)
  if (encoding === null || !/\/Subtype\/(TrueType|Type1)\b/.test(font) || /\/ToUnicode\b/.test(font)) return null
  if (valueOf(file, font, "FontDescriptor").includes("/FontFile") || valueOf(file, font, "Encoding").includes("/Differences")) return null
  return compositeFont(file, font, name, encoding)
}

type FontObject = { number: string; text: string }

/** Rewrites the fonts within the object that contains a position. */
function rewrittenObject(file: Buffer, position: number): FontObject | null {
  const header = file.lastIndexOf(" 0 obj", position)
  const end = file.indexOf("endobj", position)
  if (header < 0 || end < 0 || end - header > MAX_DICTIONARY * 5) return null
  const number = /(\d+)$/.exec(file.toString("latin1", Math.max(0, header - 12), header))?.[1]
  if (number === undefined) return null
  let text = file.toString("latin1", header + 6, end)
  let changed = false
  for (let at = text.indexOf("/BaseFont/"); at >= 0; at = text.indexOf("/BaseFont/", at + 1)) {
    const bounds = dictionaryAround(text, at)
    const replacement = bounds && replacementOf(file, text.slice(...bounds))
    if (!bounds || !replacement) continue
    text = text.slice(0, bounds[0]) + replacement + text.slice(bounds[1])
    at = bounds[0] + replacement.length
    changed = true
  }
  return changed ? { number, text } : null
}

/**
 * Returns the file with its Chinese byte fonts replaced: PDFium reads only five of their names, and only in TrueType fonts. Null if there
 * is nothing to replace. `file` comes from `normalizedCopy`.
 */
export function withCompositeFonts(file: Buffer): Buffer | null {
  const objects = new Map<string, string>()
  for (let at = file.indexOf("/BaseFont/"); at >= 0 && objects.size < MAX_FONTS; at = file.indexOf("/BaseFont/", at + 1)) {
    const object = rewrittenObject(file, at)
    if (object) objects.set(object.number, object.text)
  }
  const root = /\/Root (\d+ 0 R)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("/Root "))))?.[1]
  const previous = /startxref\s+(\d+)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("startxref"))))?.[1]
  if (objects.size === 0 || root === undefined || previous === undefined) return null
  let update = "\n"
  let table = "xref\n"
  for (const [number, text] of objects) {
    table += `${number} 1\n${String(file.length + update.length).padStart(10, "0")} 00000 n \n`
    update += `${number} 0 obj${text}endobj\n`
  }
  const size = /\/Size (\d+)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("/Size "))))?.[1] ?? "0"
  const start = file.length + update.length
  const trailer = `trailer<</Size ${size}/Root ${root}/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(update + table + trailer, "latin1")])
}
