import type { Pdfium } from "./pdfium-module"

/** Larger copies would not fit into memory beside the document itself. */
const MAX_COPY = 200e6
export const MAX_DICTIONARY = 20_000

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
export function objectText(file: Buffer, number: string): string {
  const start = file.indexOf(`\n${number} 0 obj`)
  if (start < 0) return ""
  const end = file.indexOf("endobj", start)
  return file.toString("latin1", start, Math.min(end < 0 ? file.length : end, start + MAX_DICTIONARY))
}

/** Returns the value of a key of a dictionary, with a reference replaced by the object that it names. */
export function valueOf(file: Buffer, dictionary: string, key: string): string {
  const at = dictionary.search(new RegExp(`/${key}(?![A-Za-z0-9])`))
  if (at < 0) return ""
  const value = dictionary.slice(at + key.length + 1)
  const reference = /^\s*(\d+) 0 R/.exec(value)?.[1]
  return reference === undefined ? value : objectText(file, reference).replace(/^\s*\d+ 0 obj\s*/, "")
}

/** Returns the number that the next new object of a copy may have; 0 if the copy has no trailer. */
export function nextNumber(file: Buffer): number {
  return Number(/\/Size (\d+)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("/Size "))))?.[1] ?? 0)
}

/** Returns a copy with objects replaced or added, by number. Null if it has no trailer. */
export function withObjects(file: Buffer, objects: ReadonlyMap<number, string>): Buffer | null {
  const root = /\/Root (\d+ 0 R)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("/Root "))))?.[1]
  const previous = /startxref\s+(\d+)/.exec(file.toString("latin1", Math.max(0, file.lastIndexOf("startxref"))))?.[1]
  if (root === undefined || previous === undefined) return null
  let update = "\n"
  let table = "xref\n"
  for (const [number, text] of objects) {
    table += `${number} 1\n${String(file.length + update.length).padStart(10, "0")} 00000 n \n`
    update += `${number} 0 obj${text}endobj\n`
  }
  const size = Math.max(nextNumber(file), ...[...objects.keys()].map((number) => number + 1))
  const start = file.length + update.length
  const trailer = `trailer<</Size ${size}/Root ${root}/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(update + table + trailer, "latin1")])
}
