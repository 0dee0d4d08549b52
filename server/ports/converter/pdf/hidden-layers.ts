import { leavesInk, type PageView } from "./page-ink"
import { mapBox, type Matrix, multiply, type PdfBox } from "./matrix"
import { readObjectMatrix } from "./path-writer"

const OBJECT_TEXT = 1
const OBJECT_IMAGE = 3
const OBJECT_FORM = 5
const MODE_FILL = 0
const MODE_INVISIBLE = 3
const MAX_DEPTH = 12
/** Beyond this number of groups on a page, groups with the same layer names are drawn together. */
const MAX_GROUPS = 4000
/** Ink may leave the bounds of an object by a line's width. */
const MARGIN = 3
/** Longest side of the first, coarse look, in pixels; most visible objects leave ink in it. */
const COARSE_SIDE = 96
const FINE_SIDE = 2000
const MAX_FINE_SCALE = 4
const MAX_NAME = 200

/** The objects of a page or of a form within it. */
type Container = {
  count: number
  objectAt: (index: number) => number
  remove: (object: number) => void
  /** From the container's space to page space. */
  matrix: Matrix
}

type LayerSection = { objects: number[]; form: boolean }

function join(a: PdfBox | null, b: PdfBox): PdfBox {
  if (a === null) return b
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    top: Math.max(a.top, b.top),
  }
}

/** Returns the part of the page (page space, `bottom` is the smaller y) that the objects may draw on; null if it is empty. */
function drawnBox({ pdfium, width, height }: PageView, objects: readonly number[], matrix: Matrix): PdfBox | null {
  const { api, memory } = pdfium
  let box: PdfBox | null = null
  for (const object of objects) {
    if (!api.FPDFPageObj_GetBounds(object, memory.at(0), memory.at(4), memory.at(8), memory.at(12))) continue
    const bounds = { left: memory.float(0), bottom: memory.float(4), right: memory.float(8), top: memory.float(12) }
    box = join(box, mapBox(matrix, bounds))
  }
  if (box === null) return null
  const inside = {
    left: Math.max(0, box.left - MARGIN),
    right: Math.min(width, box.right + MARGIN),
    bottom: Math.max(0, box.bottom - MARGIN),
    top: Math.min(height, box.top + MARGIN),
  }
  return inside.right > inside.left && inside.top > inside.bottom ? inside : null
}

/** Removes the content of hidden layers from one page. */
class LayerExamination {
  private groups = 0

  constructor(private readonly view: PageView) {}

  /** Removes the hidden objects of a container. All objects around it must be inactive. */
  examine(container: Container, depth: number): void {
    const { api } = this.view.pdfium
    const objects = Array.from({ length: container.count }, (_, index) => container.objectAt(index))
    const groups = this.groupsOf(objects)
    if (groups.length === 0) return
    for (const object of objects) api.FPDFPageObj_SetIsActive(object, false)
    const hidden = groups.filter((group) => !this.isVisible(group, container.matrix, depth))
    for (const object of objects) api.FPDFPageObj_SetIsActive(object, true)
    for (const object of hidden.flatMap((group) => group.objects)) container.remove(object)
  }

  /**
   * Returns the objects that may be in a layer, by the section of the content stream that puts them there. Each picture and form has a
   * section of its own.
   */
  private groupsOf(objects: readonly number[]): LayerSection[] {
    const { api } = this.view.pdfium
    const groups = new Map<string, LayerSection>()
    for (const object of objects) {
      const type = api.FPDFPageObj_GetType(object)
      const sections = this.sectionsOf(object, this.groups + groups.size > MAX_GROUPS)
      const alone = type === OBJECT_IMAGE || type === OBJECT_FORM
      if (!alone && sections === "") continue
      const key = alone ? `${object}` : sections
      const group = groups.get(key) ?? { objects: [], form: type === OBJECT_FORM }
      groups.set(key, group)
      group.objects.push(object)
    }
    this.groups += groups.size
    return [...groups.values()]
  }

  /** Returns a key for the marked sections around an object that may belong to layers; empty if there are none. */
  private sectionsOf(object: number, byName: boolean): string {
    const { api } = this.view.pdfium
    let key = ""
    for (let index = 0; index < api.FPDFPageObj_CountMarks(object); index += 1) {
      const mark = api.FPDFPageObj_GetMark(object, index)
      if (this.markText((buffer, length, out) => api.FPDFPageObjMark_GetName(mark, buffer, length, out)) !== "OC") continue
      const name = byName ? this.layerName(mark) : ""
      key += name === "" ? `${mark},` : `${name},`
    }
    return key
  }

  private layerName(mark: number): string {
    const { api } = this.view.pdfium
    return this.markText((buffer, length, out) => api.FPDFPageObjMark_GetParamStringValue(mark, "Name", buffer, length, out))
  }

  /** Returns the text that PDFium writes as UTF-16. */
  private markText(read: (buffer: number, length: number, out: number) => boolean): string {
    const { memory } = this.view.pdfium
    const [out, buffer] = [memory.at(0), memory.at(8)]
    if (!read(buffer, MAX_NAME, out)) return ""
    const length = Math.min(memory.uint(0), MAX_NAME)
    return length <= 2 ? "" : Buffer.from(memory.view(buffer, length - 2)).toString("utf16le")
  }

  private isVisible({ objects, form }: LayerSection, matrix: Matrix, depth: number): boolean {
    const { api } = this.view.pdfium
    const box = drawnBox(this.view, objects, matrix)
    if (box === null || depth > MAX_DEPTH) return false
    const modes = new Map<number, number>()
    for (const object of objects) {
      api.FPDFPageObj_SetIsActive(object, true)
      const mode = api.FPDFPageObj_GetType(object) === OBJECT_TEXT ? api.FPDFTextObj_GetTextRenderMode(object) : MODE_FILL
      // the invisible text of a scan must leave ink, which shows whether its layer is visible
      if (mode < MODE_INVISIBLE) continue
      modes.set(object, mode)
      api.FPDFTextObj_SetTextRenderMode(object, MODE_FILL)
    }
    const visible = this.isDrawn(box)
    for (const [object, mode] of modes) api.FPDFTextObj_SetTextRenderMode(object, mode)
    if (visible && form) for (const object of objects) this.examineForm(object, matrix, depth)
    for (const object of objects) api.FPDFPageObj_SetIsActive(object, false)
    return visible
  }

  private isDrawn(box: PdfBox): boolean {
    const side = Math.max(box.right - box.left, box.top - box.bottom)
    if (side > 2 * COARSE_SIDE && leavesInk(this.view, box, COARSE_SIDE / side)) return true
    return leavesInk(this.view, box, Math.min(MAX_FINE_SCALE, FINE_SIDE / side))
  }

  private examineForm(form: number, matrix: Matrix, depth: number): void {
    const { api } = this.view.pdfium
    const remove = (object: number): void => {
      if (api.FPDFFormObj_RemoveObject(form, object)) api.FPDFPageObj_Destroy(object)
    }
    const inner = multiply(readObjectMatrix(this.view.pdfium, form), matrix)
    this.examine(
      { count: api.FPDFFormObj_CountObjects(form), objectAt: (k) => api.FPDFFormObj_GetObject(form, k), remove, matrix: inner },
      depth + 1,
    )
  }
}

/**
 * Removes everything from a loaded page that is in a hidden layer, so that neither its drawing nor its text is published. PDFium's API does
 * not return an object's layer, so each candidate is drawn alone: what leaves no ink is hidden. Load the page's text afterwards.
 */
export function removeHiddenLayers(view: PageView): void {
  const { api } = view.pdfium
  const remove = (object: number): void => {
    if (api.FPDFPage_RemoveObject(view.page, object)) api.FPDFPageObj_Destroy(object)
  }
  const container = {
    count: api.FPDFPage_CountObjects(view.page),
    objectAt: (k: number) => api.FPDFPage_GetObject(view.page, k),
    remove,
    matrix: view.base,
  }
  new LayerExamination(view).examine(container, 0)
}
