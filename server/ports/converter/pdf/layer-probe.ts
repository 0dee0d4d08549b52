import type { PdfBox } from "./matrix"
import { leavesInk } from "./page-ink"
import type { Pdfium } from "./pdfium-module"
import { nextNumber, normalizedCopy, objectText, withObjects } from "./plain-copy"

/** Side of a probe's square, in points. */
const SIDE = 10

/** Returns the value of /OC of a dictionary: a reference or a dictionary; empty if there is none. */
function membershipOf(dictionary: string): string {
  const at = dictionary.search(/\/OC(?![A-Za-z0-9])/)
  if (at < 0) return ""
  const value = dictionary.slice(at + 3)
  const reference = /^\s*(\d+ \d+ R)/.exec(value)?.[1]
  if (reference !== undefined) return reference
  let depth = 0
  for (const { 0: edge, index } of value.matchAll(/<<|>>/g)) {
    depth += edge === "<<" ? 1 : -1
    if (depth === 0) return value.slice(0, index + 2).trim()
  }
  return ""
}

/** Replaces the first page of a copy by one with a square for each membership. */
function probePage(copy: Buffer, page: number, memberships: readonly string[]): Buffer | null {
  const first = nextNumber(copy)
  const objects = new Map<number, string>()
  let [names, content] = ["", ""]
  for (const [index, membership] of memberships.entries()) {
    const square = `${index * SIDE} 0 ${SIDE} ${SIDE} re f`
    const box = `/BBox[0 0 ${memberships.length * SIDE} ${SIDE}]`
    const form = `<</Type/XObject/Subtype/Form${box}/OC ${membership}/Length ${square.length}>>stream\n${square}\nendstream\n`
    objects.set(first + 1 + index, form)
    names += `/P${index} ${first + 1 + index} 0 R`
    content += `/P${index} Do\n`
  }
  objects.set(first, `<</Length ${content.length}>>stream\n${content}\nendstream\n`)
  const size = `/MediaBox[0 0 ${memberships.length * SIDE} ${SIDE}]`
  objects.set(page, `<</Type/Page${size}/Contents ${first} 0 R/Resources<</XObject<<${names}>>>>>>`)
  return withObjects(copy, objects)
}

/** Draws the squares of a probe and returns which of them are visible. */
function visibleSquares(pdfium: Pdfium, probe: Buffer, count: number): boolean[] {
  const { api, memory } = pdfium
  const buffer = memory.alloc(probe.length)
  memory.write(buffer, probe)
  const document = api.FPDF_LoadMemDocument(buffer, probe.length, "")
  const page = document === 0 ? 0 : api.FPDF_LoadPage(document, 0)
  const view = { pdfium, page, width: count * SIDE, height: SIDE, base: [1, 0, 0, -1, 0, SIDE] as const }
  const squareAt = (index: number): PdfBox => ({ left: index * SIDE + 2, right: index * SIDE + SIDE - 2, bottom: 2, top: SIDE - 2 })
  try {
    return Array.from({ length: count }, (_, index) => page !== 0 && leavesInk(view, squareAt(index), 1))
  } finally {
    if (page !== 0) api.FPDF_ClosePage(page)
    if (document !== 0) api.FPDF_CloseDocument(document)
    memory.free(buffer)
  }
}

/**
 * Returns which objects (by number, such as annotations) are in a visible layer. PDFium evaluates the layers of forms, but not those of
 * annotations, so each membership becomes that of a form in a copy of the document. Without a copy, all count as hidden.
 */
export function visibleObjects(pdfium: Pdfium, document: number, numbers: readonly number[]): Set<number> {
  const copy = normalizedCopy(pdfium, document)
  if (copy === null) return new Set()
  const layered = numbers.map((number) => ({ number, membership: membershipOf(objectText(copy, String(number))) }))
  const memberships = [...new Set(layered.map(({ membership }) => membership).filter((membership) => membership !== ""))]
  const probe = probePage(copy, pdfium.api.EPDFDoc_GetPageObjectNumberByIndex(document, 0), memberships)
  if (probe === null) return new Set()
  const visible = visibleSquares(pdfium, probe, memberships.length)
  return new Set(layered.filter(({ membership }) => visible[memberships.indexOf(membership)]).map(({ number }) => number))
}
