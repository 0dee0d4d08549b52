import { listedNames } from "../attachment-note"
import { ConversionError } from "../converter.port"
import { attachmentNames } from "./attachments"
import type { FileMemory } from "./file-traits"
import { normalizedCopy } from "./plain-copy"
import { readPageText } from "./page-text"
import type { Pdfium } from "./pdfium-module"

/** Values of FPDF_GetFormType: a form whose pages only Adobe's programs can draw, and a form with pages of its own. */
const DYNAMIC_FORM = 2
const STATIC_FORM = 3
/** Text of the only page that other programs see of a dynamic form, in the languages of Adobe's programs. */
const excuse = /please wait|if this message is not eventually replaced|请稍候|請稍候|如果该消息最终没有被/i
/** Bit 5 of /P in ISO 32000-2, table 22: copy or extract text and graphics. */
const PERMISSION_COPY = 0x10
/** A portfolio has a cover sheet of its own. */
const COVER_PAGES = 3
const collection = /\/Collection\s*(<<|\d+ \d+ R)/

function firstPageText(pdfium: Pdfium, document: number): string {
  const { api } = pdfium
  const page = api.FPDF_LoadPage(document, 0)
  if (page === 0) return ""
  const textPage = api.FPDFText_LoadPage(page)
  try {
    return readPageText(pdfium, textPage)
  } finally {
    api.FPDFText_ClosePage(textPage)
    api.FPDF_ClosePage(page)
  }
}

/** Some programs mark a dynamic form as a static one: its only page is then the one that says "Please wait". */
function isDynamicForm(pdfium: Pdfium, document: number): boolean {
  const { api } = pdfium
  const type = api.FPDF_GetFormType(document)
  if (type === DYNAMIC_FORM) return true
  return type === STATIC_FORM && api.FPDF_GetPageCount(document) === 1 && excuse.test(firstPageText(pdfium, document))
}

function mentionsCollection(file: Buffer): boolean {
  for (let at = file.indexOf("/Collection"); at >= 0; at = file.indexOf("/Collection", at + 1))
    if (collection.test(file.toString("latin1", at, at + 60))) return true
  return false
}

/** The catalog may be compressed, so a short document with attachments is rewritten in plain objects. */
function isPortfolio(pdfium: Pdfium, document: number, { buffer, length }: FileMemory): boolean {
  const { api, memory } = pdfium
  if (api.FPDFDoc_GetAttachmentCount(document) <= 0) return false
  const bytes = memory.view(buffer, length)
  if (mentionsCollection(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) return true
  const copy = api.FPDF_GetPageCount(document) <= COVER_PAGES ? normalizedCopy(pdfium, document) : null
  return copy !== null && mentionsCollection(copy)
}

/** Returns why a document that PDFium has opened has no pages worth showing; null for ordinary documents. */
export function refusalOf(pdfium: Pdfium, document: number, file: FileMemory): ConversionError | null {
  if (isDynamicForm(pdfium, document)) return new ConversionError("dynamic_form")
  return isPortfolio(pdfium, document, file) ? new ConversionError("portfolio") : null
}

/** Checks whether the owner of an encrypted document forbids copying its text. Other documents permit everything. */
export function forbidsCopying({ api }: Pdfium, document: number): boolean {
  return (api.FPDF_GetDocPermissions(document) & PERMISSION_COPY) === 0
}

/** Returns the note to the uploader about the attachments of an ordinary document. */
export function attachmentNotes(pdfium: Pdfium, document: number): string[] {
  const names = attachmentNames(pdfium, document)
  return names.length > 0 ? [`附件不在预览中：${listedNames(names)}`] : []
}
