import type { Pdfium } from "./pdfium-module"

const MAX_BYTES = 100_000

/** Returns the text or name of a key of an annotation; empty if there is none. */
export function readAnnotationText({ api, memory }: Pdfium, annotation: number, key: string): string {
  const length = api.FPDFAnnot_GetStringValue(annotation, key, 0, 0)
  if (length <= 2 || length > MAX_BYTES) return ""
  const pointer = memory.alloc(length)
  try {
    api.FPDFAnnot_GetStringValue(annotation, key, pointer, length)
    return Buffer.from(memory.view(pointer, length - 2)).toString("utf16le")
  } finally {
    memory.free(pointer)
  }
}

/** Returns the address of a zero-terminated UTF-16 text, which the caller frees. */
export function writeWideText({ memory }: Pdfium, text: string): number {
  const bytes = Buffer.from(`${text}\0`, "utf16le")
  const pointer = memory.alloc(bytes.length)
  memory.write(pointer, bytes)
  return pointer
}
