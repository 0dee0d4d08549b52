import { readAnnotationText, writeWideText } from "./annotation-text"
import type { FormFields } from "./form-fields"
import type { Pdfium } from "./pdfium-module"

export const annotationTypes = { freeText: 3, link: 2, stamp: 13, popup: 16, widget: 20 } as const
/** Line, square, circle, polygon, polyline, highlight, underline, squiggly, strike-out and ink. */
const DRAWN_FROM_GEOMETRY = new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 15])
const NORMAL_APPEARANCE = 0
const COLOUR_STROKE = 0
const STAMP_RED: StampColour = [0xc0, 0x10, 0x10]
const STAMP_FONT = "Helvetica-Bold"
/** Mean width of a bold capital letter and height of one, in em. */
const LETTER_WIDTH = 0.72
const LETTER_HEIGHT = 0.72
const STAMP_LINE = 1.5
/** The names of stamps that every viewer knows, as it writes them. */
const stampWords: Record<string, string> = {
  Approved: "APPROVED",
  AsIs: "AS IS",
  Confidential: "CONFIDENTIAL",
  Departmental: "DEPARTMENTAL",
  Draft: "DRAFT",
  Experimental: "EXPERIMENTAL",
  Expired: "EXPIRED",
  Final: "FINAL",
  ForComment: "FOR COMMENT",
  ForPublicRelease: "FOR PUBLIC RELEASE",
  NotApproved: "NOT APPROVED",
  NotForPublicRelease: "NOT FOR PUBLIC RELEASE",
  Sold: "SOLD",
  TopSecret: "TOP SECRET",
}

type StampColour = readonly [red: number, green: number, blue: number]

function colourOf({ api, memory }: Pdfium, annotation: number): StampColour {
  const hasColour = api.FPDFAnnot_GetColor(annotation, COLOUR_STROKE, memory.at(0), memory.at(4), memory.at(8), memory.at(12))
  return hasColour && api.FPDFAnnot_HasKey(annotation, "C") ? [memory.uint(0), memory.uint(4), memory.uint(8)] : STAMP_RED
}

/** Draws a standard stamp: its words in a frame. */
function drawStamp(pdfium: Pdfium, document: number, annotation: number): void {
  const { api, memory } = pdfium
  const words = stampWords[readAnnotationText(pdfium, annotation, "Name") || "Draft"]
  if (words === undefined || !api.FPDFAnnot_GetRect(annotation, memory.at(0))) return
  // FS_RECTF: left, top, right, bottom
  const [left, top, right, bottom] = [memory.float(0), memory.float(4), memory.float(8), memory.float(12)]
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)]
  const [x, y] = [Math.min(left, right), Math.min(top, bottom)]
  const [red, green, blue] = colourOf(pdfium, annotation)
  const frame = api.FPDFPageObj_CreateNewRect(x + STAMP_LINE, y + STAMP_LINE, width - 2 * STAMP_LINE, height - 2 * STAMP_LINE)
  api.FPDFPath_SetDrawMode(frame, 0, true)
  api.FPDFPageObj_SetStrokeColor(frame, red, green, blue, 255)
  api.FPDFPageObj_SetStrokeWidth(frame, STAMP_LINE)
  api.FPDFAnnot_AppendObject(annotation, frame)
  const size = Math.min(height * 0.7, (width * 0.9) / (words.length * LETTER_WIDTH))
  const text = api.FPDFPageObj_NewTextObj(document, STAMP_FONT, size)
  if (text === 0) return
  const value = writeWideText(pdfium, words)
  api.FPDFText_SetText(text, value)
  memory.free(value)
  api.FPDFPageObj_SetFillColor(text, red, green, blue, 255)
  const start = x + (width - words.length * LETTER_WIDTH * size) / 2
  api.FPDFPageObj_Transform(text, 1, 0, 0, 1, start, y + (height - LETTER_HEIGHT * size) / 2)
  api.FPDFAnnot_AppendObject(annotation, text)
}

/** Draws free text. PDFium's own drawing has only Latin letters, so other texts become a text field within the frame of the annotation. */
function drawFreeText(pdfium: Pdfium, page: number, annotation: number, forms: () => FormFields): void {
  const { api, memory } = pdfium
  const text = readAnnotationText(pdfium, annotation, "Contents")
  const latin = /^[\u0000-\u00ff]*$/.test(text)
  if (!latin) {
    const nothing = writeWideText(pdfium, "")
    api.FPDFAnnot_SetStringValue(annotation, "Contents", nothing)
    memory.free(nothing)
  }
  api.EPDFAnnot_GenerateAppearance(annotation)
  if (!latin) forms().addText(page, annotation, text)
}

/** Gives an annotation of a page an appearance if it has none, as viewers do. Form fields are left to `FormFields`. */
export function drawAppearance(pdfium: Pdfium, document: number, page: number, annotation: number, forms: () => FormFields): void {
  const { api } = pdfium
  const type = api.FPDFAnnot_GetSubtype(annotation)
  if (api.EPDFAnnot_HasAppearanceStream(annotation, NORMAL_APPEARANCE)) return
  if (DRAWN_FROM_GEOMETRY.has(type)) api.EPDFAnnot_GenerateAppearance(annotation)
  else if (type === annotationTypes.freeText) drawFreeText(pdfium, page, annotation, forms)
  else if (type === annotationTypes.stamp) drawStamp(pdfium, document, annotation)
}
