import { writeFile } from "node:fs/promises"
import { extname } from "node:path"
import { formatOf } from "../document-formats"
import { readIntoMemory } from "./file-memory"
import type { Pdfium } from "./pdfium-module"

const MAX_LISTED = 200
const MAX_NAME = 1024
const MAX_BYTES = 300e6

/** Returns the text that a PDFium function writes as UTF-16 into a buffer. */
function utf16Text({ memory }: Pdfium, read: (buffer: number, length: number) => number): string {
  const length = Math.min(read(0, 0), MAX_NAME)
  if (length <= 2) return ""
  const pointer = memory.alloc(length)
  try {
    read(pointer, length)
    return Buffer.from(memory.view(pointer, length - 2)).toString("utf16le")
  } finally {
    memory.free(pointer)
  }
}

/** Returns a name for a sentence: without control characters and folders, and not endless. */
function readableName(name: string): string {
  const text = name.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ").trim()
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1).slice(0, 80)
}

/** Returns the names of the files that are attached to a document, in its order. */
export function attachmentNames(pdfium: Pdfium, document: number): string[] {
  const { api } = pdfium
  const count = Math.min(api.FPDFDoc_GetAttachmentCount(document), MAX_LISTED)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const attachment = api.FPDFDoc_GetAttachment(document, index)
    return attachment === 0
      ? ""
      : readableName(utf16Text(pdfium, (buffer, length) => api.FPDFAttachment_GetName(attachment, buffer, length)))
  })
}

/** Checks whether an attachment could be shown in place of its portfolio, by its name. */
function isPreviewable(name: string): boolean {
  const { family } = formatOf(extname(name).toLowerCase())
  return family === "pdf" || family === "office"
}

function contentOf({ api, memory }: Pdfium, document: number, index: number): Buffer | null {
  const attachment = api.FPDFDoc_GetAttachment(document, index)
  if (attachment === 0 || !api.FPDFAttachment_GetFile(attachment, 0, 0, memory.at(0))) return null
  const length = memory.uint(0)
  if (length === 0 || length > MAX_BYTES) return null
  const pointer = memory.alloc(length)
  try {
    return api.FPDFAttachment_GetFile(attachment, pointer, length, memory.at(0)) ? Buffer.from(memory.view(pointer, length)) : null
  } finally {
    memory.free(pointer)
  }
}

/** Writes the first previewable attachment after `skip` of them to `to`. `name` is empty if there is none. */
export async function extractAttachment(
  pdfium: Pdfium,
  from: string,
  to: string,
  skip: number,
): Promise<{ names: string[]; name: string }> {
  const { api, memory } = pdfium
  const { buffer, length } = await readIntoMemory(pdfium, from)
  const document = api.FPDF_LoadMemDocument(buffer, length, "")
  try {
    const names = document === 0 ? [] : attachmentNames(pdfium, document)
    const [candidate] = names.flatMap((name, index) => (isPreviewable(name) ? [{ name, index }] : [])).slice(skip)
    if (!candidate) return { names, name: "" }
    // an attachment that cannot be read is written as an empty file, which the caller skips
    await writeFile(to, contentOf(pdfium, document, candidate.index) ?? Buffer.alloc(0))
    return { names, name: candidate.name }
  } finally {
    if (document !== 0) api.FPDF_CloseDocument(document)
    memory.free(buffer)
  }
}
