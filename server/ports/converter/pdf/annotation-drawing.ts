import { annotationTypes, drawAppearance } from "./annotation-appearances"
import type { FileTraits } from "./file-traits"
import type { FormFields } from "./form-fields"
import { visibleObjects } from "./layer-probe"
import { leavesInk, type PageView } from "./page-ink"
import type { Pdfium } from "./pdfium-module"

const LOOKED_AT = 5000
const FLAG_INVISIBLE = 1
const FLAG_HIDDEN = 2
const FLAG_NO_VIEW = 32
const RENDER_ANNOTATIONS = 1

function closeAll({ api }: Pdfium, annotations: readonly number[]): void {
  for (const annotation of annotations) if (annotation !== 0) api.FPDFPage_CloseAnnot(annotation)
}

/** Opens the annotations of a page; close them with `closeAll`. 0 marks one that cannot be read. */
function openAnnotations({ api }: Pdfium, page: number): number[] {
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), LOOKED_AT)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => api.FPDFPage_GetAnnot(page, index))
}

/** Flattening knows only the flag Hidden, and takes Invisible for it, which concerns only types that no viewer knows. */
function settleFlags({ api }: Pdfium, annotation: number): void {
  const flags = api.FPDFAnnot_GetFlags(annotation)
  const settled = flags & FLAG_NO_VIEW ? flags | FLAG_HIDDEN : flags & ~FLAG_INVISIBLE
  if (settled !== flags) api.FPDFAnnot_SetFlags(annotation, settled)
}

function isVisible({ api }: Pdfium, annotation: number): boolean {
  return annotation !== 0 && (api.FPDFAnnot_GetFlags(annotation) & FLAG_HIDDEN) === 0
}

/** Removes the annotations in hidden layers: PDFium would draw them. */
function removeHidden(view: PageView, document: number): void {
  const { pdfium, page } = view
  const { api } = pdfium
  const isLayered = (annotation: number): boolean => annotation !== 0 && api.FPDFAnnot_HasKey(annotation, "OC")
  const first = openAnnotations(pdfium, page)
  const layered = first.some(isLayered)
  closeAll(pdfium, first)
  if (!layered) return
  // drawing annotations gives numbers to those that have none
  leavesInk(view, { left: 0, right: 1, bottom: 0, top: 1 }, 1, RENDER_ANNOTATIONS)
  const annotations = openAnnotations(pdfium, page)
  const numbers = annotations.map((annotation) => (isLayered(annotation) ? api.EPDFAnnot_GetObjectNumber(annotation) : null))
  closeAll(pdfium, annotations)
  const visible = visibleObjects(
    pdfium,
    document,
    numbers.filter((number) => number !== null),
  )
  for (const [index, number] of [...numbers.entries()].toReversed())
    if (number !== null && !visible.has(number)) api.FPDFPage_RemoveAnnot(page, index)
}

/**
 * Gives the visible annotations of a page appearances, and removes those in hidden layers. Returns whether there is anything to draw besides
 * links. `forms` opens the document's form fields.
 */
export function prepareAnnotations(view: PageView, document: number, traits: FileTraits, forms: () => FormFields): boolean {
  const { pdfium, page } = view
  const { api } = pdfium
  if (api.FPDFPage_GetAnnotCount(page) <= 0) return false
  const annotations = openAnnotations(pdfium, page).filter((annotation) => annotation !== 0)
  for (const annotation of annotations) settleFlags(pdfium, annotation)
  const visible = annotations.filter((annotation) => isVisible(pdfium, annotation))
  for (const annotation of visible) drawAppearance(pdfium, document, page, annotation, forms)
  const fields = visible.filter((annotation) => api.FPDFAnnot_GetSubtype(annotation) === annotationTypes.widget)
  if (fields.length > 0) forms().fill(page, fields, traits.needsAppearances)
  closeAll(pdfium, annotations)
  if (traits.hidesLayers) removeHidden(view, document)
  return hasDrawnAnnotations(pdfium, page)
}

function hasDrawnAnnotations(pdfium: Pdfium, page: number): boolean {
  const annotations = openAnnotations(pdfium, page).filter((annotation) => annotation !== 0)
  const drawn = annotations.some((annotation) => {
    const type = pdfium.api.FPDFAnnot_GetSubtype(annotation)
    return isVisible(pdfium, annotation) && type !== 0 && type !== annotationTypes.link && type !== annotationTypes.popup
  })
  closeAll(pdfium, annotations)
  return drawn
}

/** Draws annotations (stamps, form fields, notes) into the page itself, so that the object walk includes them. */
export function flattenAnnotations({ api, memory }: Pdfium, page: number): void {
  const at = (offset: number): number => memory.at(offset)
  // Flattening writes a default Letter MediaBox if the page only inherits one, so set one on the page first.
  if (!api.FPDFPage_GetMediaBox(page, at(0), at(4), at(8), at(12))) {
    api.FPDF_GetPageBoundingBox(page, at(0))
    const [left, top, right, bottom] = [memory.float(0), memory.float(4), memory.float(8), memory.float(12)]
    api.FPDFPage_SetMediaBox(page, left, bottom, right, top)
  }
  api.FPDFPage_Flatten(page, 0)
}
