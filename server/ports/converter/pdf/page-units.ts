import { normalizedCopy, objectText } from "./plain-copy"
import type { Pdfium } from "./pdfium-module"

const MAX_UNIT = 1000

/** Returns the unit that a number or a reference to one gives; 1 if it is none. */
function unitOf(copy: Buffer, value: string): number {
  const reference = /^\s*(\d+) 0 R/.exec(value)?.[1]
  const unit = Number.parseFloat(reference === undefined ? value : objectText(copy, reference).replace(/^\s*\d+ 0 obj/, ""))
  return unit > 0 && unit <= MAX_UNIT ? unit : 1
}

/** Returns the units of pages in points (1/72 inch) by the pages' object numbers; pages without a unit of their own are left out. */
export function readPageUnits(pdfium: Pdfium, document: number): Map<number, number> {
  const units = new Map<number, number>()
  const copy = normalizedCopy(pdfium, document)
  if (copy === null) return units
  for (let at = copy.indexOf("/UserUnit"); at >= 0; at = copy.indexOf("/UserUnit", at + 1)) {
    const header = copy.lastIndexOf(" 0 obj", at)
    const number = /(\d+)$/.exec(copy.toString("latin1", Math.max(0, header - 12), header))?.[1]
    if (header >= 0 && number !== undefined) units.set(Number(number), unitOf(copy, copy.toString("latin1", at + 9, at + 40)))
  }
  return units
}
