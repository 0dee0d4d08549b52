import type { TextRun } from "../converter.port"
import { RunCollector } from "../text.runs"
import type { LoadedPage } from "./page.canvas"
import { type Box, mapBox, type Matrix, multiply } from "./plane.matrix"

/** All of these in heights of a line: what parts two runs. */
const WIDEST_GAP = 1.3
const BACKWARD_STEP = 0.6
const LINE_SHIFT = 0.5
const SIZE_CHANGE = 1.6
/** A direction counts as level up to this slope. */
const LEVEL = 0.02

type Run = { text: string; box: Box }

function heightOf({ top, bottom }: Box): number {
  return Math.abs(bottom - top)
}

/** Boxes are in SVG space here: `bottom` holds the smaller y. */
function continues(run: Run, box: Box): boolean {
  const [height, other] = [heightOf(run.box), heightOf(box)]
  const largest = Math.max(height, other)
  if (Math.max(height, other) > SIZE_CHANGE * Math.min(height, other)) return false
  if (Math.abs(run.box.bottom + run.box.top - box.bottom - box.top) / 2 > LINE_SHIFT * largest) return false
  const gap = box.left - run.box.right
  return gap <= WIDEST_GAP * largest && gap >= -BACKWARD_STEP * largest
}

function joined(a: Box, b: Box): Box {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), bottom: Math.min(a.bottom, b.bottom), top: Math.max(a.top, b.top) }
}

/** Does this character run from left to right on the page as it is shown? */
function isLevel({ pdfium, textPage, base }: LoadedPage, index: number): boolean {
  const { api, memory } = pdfium
  if (!api.FPDFText_GetMatrix(textPage, index, memory.at(0))) return true
  const own: Matrix = [memory.float(0), memory.float(4), memory.float(8), memory.float(12), 0, 0]
  const [a, b] = multiply(own, base)
  return a > 0 && Math.abs(b) <= LEVEL * a
}

function looseBox({ pdfium, textPage, base }: LoadedPage, index: number): Box | null {
  const { api, memory } = pdfium
  if (!api.FPDFText_GetLooseCharBox(textPage, index, memory.at(64))) return null
  const [left, top, right, bottom] = [memory.float(64), memory.float(68), memory.float(72), memory.float(76)]
  const box = mapBox(base, { left, top, right, bottom })
  return box.right > box.left && heightOf(box) > 0 ? box : null
}

/**
 * The page's characters as runs of one line each, in PDFium's reading order: the same characters as `readPageText`.
 * Turned text comes as one run a character, which a level text layer can still lay where it stands.
 */
export function readRuns(loaded: LoadedPage): TextRun[] {
  const { pdfium, textPage } = loaded
  const { api } = pdfium
  const collector = new RunCollector()
  let run: Run | null = null
  /** Characters without a place, before the first that has one. */
  let placeless = ""
  const end = (): void => {
    if (run) collector.add(run.text, run.box.left, run.box.bottom, run.box.right - run.box.left, heightOf(run.box))
    run = null
  }
  const count = api.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index += 1) {
    const unicode = api.FPDFText_GetUnicode(textPage, index)
    if (unicode === 0) continue
    const text = unicode > 0xffff ? String.fromCodePoint(unicode) : String.fromCharCode(unicode)
    if (unicode === 10 || unicode === 13) {
      end()
      continue
    }
    const current: Run | null = run
    const low = unicode >= 0xdc00 && unicode <= 0xdfff
    const box = low || api.FPDFText_IsGenerated(textPage, index) === 1 ? null : looseBox(loaded, index)
    if (box === null) {
      if (current) current.text += text
      else placeless += text
      continue
    }
    const level = isLevel(loaded, index)
    if (current && level && continues(current, box)) {
      current.text += text
      current.box = joined(current.box, box)
      continue
    }
    end()
    if (text.trim() === "") continue
    run = { text: placeless + text, box }
    placeless = ""
    if (!level) end()
  }
  end()
  return collector.runs
}
