import { mapBox, type Matrix, multiply } from "./matrix"
import type { PageView } from "./page-ink"
import { renderPage } from "./page-raster"
import { readObjectMatrix } from "./path-writer"

const OBJECT_TEXT = 1
const OBJECT_IMAGE = 3
const OBJECT_FORM = 5
const MAX_DEPTH = 12
/** Further objects of a page are not examined. */
const MAX_EXAMINED = 60_000
/** In points. */
const MARGIN = 1
/** Width in pixels of the drawings that are compared. */
const COMPARED_WIDTH = 600

type Candidate = { object: number; remove: () => void }

/** Finds the texts and pictures of a page, and of the forms on it, whose bounds lie beyond the edges of the page. */
class EdgeExamination {
  readonly candidates: Candidate[] = []
  private examined = 0

  constructor(private readonly view: PageView) {}

  examinePage(): void {
    const { pdfium, page, base } = this.view
    const { api } = pdfium
    this.examine(
      Array.from({ length: api.FPDFPage_CountObjects(page) }, (_, index) => api.FPDFPage_GetObject(page, index)),
      (object) => api.FPDFPage_RemoveObject(page, object),
      base,
      0,
    )
  }

  private examine(objects: readonly number[], detach: (object: number) => boolean, matrix: Matrix, depth: number): void {
    const { api } = this.view.pdfium
    for (const object of objects) {
      if (this.examined >= MAX_EXAMINED) return
      this.examined += 1
      const type = api.FPDFPageObj_GetType(object)
      if (type === OBJECT_FORM && depth < MAX_DEPTH) this.examineForm(object, matrix, depth)
      if ((type !== OBJECT_TEXT && type !== OBJECT_IMAGE) || !this.isOutside(object, matrix)) continue
      const remove = (): void => {
        if (detach(object)) api.FPDFPageObj_Destroy(object)
      }
      this.candidates.push({ object, remove })
    }
  }

  private examineForm(form: number, matrix: Matrix, depth: number): void {
    const { pdfium } = this.view
    const { api } = pdfium
    this.examine(
      Array.from({ length: api.FPDFFormObj_CountObjects(form) }, (_, index) => api.FPDFFormObj_GetObject(form, index)),
      (object) => api.FPDFFormObj_RemoveObject(form, object),
      multiply(readObjectMatrix(pdfium, form), matrix),
      depth + 1,
    )
  }

  private isOutside(object: number, matrix: Matrix): boolean {
    const { pdfium, width, height } = this.view
    const { api, memory } = pdfium
    if (!api.FPDFPageObj_GetBounds(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))) return false
    const bounds = { left: memory.float(0), bottom: memory.float(4), right: memory.float(8), top: memory.float(12) }
    const { left, right, bottom, top } = mapBox(matrix, bounds)
    return right < -MARGIN || left > width + MARGIN || top < -MARGIN || bottom > height + MARGIN
  }
}

/**
 * Removes texts and pictures beyond the edges of a loaded page, as cropping leaves them: nobody sees them, so they are not published. Bounds
 * may be wrong, so the page must look the same without these objects. Load the page's text afterwards.
 */
export function removeOutside(view: PageView): void {
  const { api } = view.pdfium
  const examination = new EdgeExamination(view)
  examination.examinePage()
  const { candidates } = examination
  if (candidates.length === 0) return
  const before = renderPage(view, COMPARED_WIDTH)
  for (const { object } of candidates) api.FPDFPageObj_SetIsActive(object, false)
  const same = renderPage(view, COMPARED_WIDTH).data.equals(before.data)
  for (const { object } of candidates) api.FPDFPageObj_SetIsActive(object, true)
  if (same) for (const { remove } of candidates) remove()
}
