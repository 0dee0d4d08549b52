import { toSearchText } from "../search-text"
import type { Pdfium } from "./pdfium-module"

/** Returns the page's text for the search index, from PDFium's text page. */
export function readPageText({ api, memory }: Pdfium, textPage: number): string {
  const count = api.FPDFText_CountChars(textPage)
  if (count <= 0) return ""
  const bytes = (count + 1) * 2
  const pointer = memory.alloc(bytes)
  const written = api.FPDFText_GetText(textPage, 0, count, pointer)
  const text = Buffer.from(memory.view(pointer, Math.max(0, written - 1) * 2)).toString("utf16le")
  memory.free(pointer)
  return toSearchText(text)
}
