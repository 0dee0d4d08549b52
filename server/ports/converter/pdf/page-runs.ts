import type { PageTextRun } from "../converter.port"
import { RunCollector, runStyles } from "../text-runs"
import { FontStyles } from "./font-styles"
import type { LoadedPage } from "./page-canvas"
import { applyMatrix, type PdfBox, mapBox, type Matrix, multiply } from "./matrix"

/** Gaps that separate two runs, in line heights. */
const WIDEST_GAP = 1.3
const BACKWARD_STEP = 0.6
const LINE_SHIFT = 0.5
const SIZE_CHANGE = 1.6
/** In em, around the baseline of a line of Chinese or Latin text. */
const ABOVE_BASELINE = 0.9
const BELOW_BASELINE = 0.25
/** A direction counts as horizontal up to this slope. */
const LEVEL = 0.02

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}

/**
 * `letters`: number of letters with a position, wide ones counted twice; `bold`, `mono`: how many of them are bold or monospaced; `sizes`:
 * number of letters by height, in tenths of a point.
 */
type Run = { text: string; box: PdfBox; letters: number; bold: number; mono: number; sizes: Map<number, number> }

function styleOf({ letters, bold, mono }: Run): number {
  return (bold * 2 > letters ? runStyles.bold : 0) | (mono * 2 > letters ? runStyles.mono : 0)
}

const wide = /[\u2e80-\uffef]/

function countLetter(run: Run, letter: string, box: PdfBox, style: number): void {
  const weight = wide.test(letter) ? 2 : 1
  run.letters += weight
  if (style & runStyles.bold) run.bold += weight
  // every Chinese character is as wide as any other, which says nothing about the font
  if (style & runStyles.mono && weight === 1) run.mono += weight
  const height = Math.round(heightOf(box) * 10)
  run.sizes.set(height, (run.sizes.get(height) ?? 0) + weight)
}

/** Returns the most frequent size of the run's letters: a lowered letter makes the run's box taller. */
function sizeOf({ sizes }: Run): number {
  let [height, most] = [0, 0]
  for (const [value, count] of sizes) if (count > most) [height, most] = [value, count]
  return height / 10 / (ABOVE_BASELINE + BELOW_BASELINE)
}

function heightOf({ top, bottom }: PdfBox): number {
  return Math.abs(bottom - top)
}

/** Boxes are in SVG space here: `bottom` holds the smaller y. */
function continues(run: Run, box: PdfBox): boolean {
  const [height, other] = [heightOf(run.box), heightOf(box)]
  const largest = Math.max(height, other)
  if (Math.max(height, other) > SIZE_CHANGE * Math.min(height, other)) return false
  if (Math.abs(run.box.bottom + run.box.top - box.bottom - box.top) / 2 > LINE_SHIFT * largest) return false
  const gap = box.left - run.box.right
  return gap <= WIDEST_GAP * largest && gap >= -BACKWARD_STEP * largest
}

function joined(a: PdfBox, b: PdfBox): PdfBox {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    top: Math.max(a.top, b.top),
  }
}

/** Returns the matrix from the character's own space to the displayed page, without translation. */
function turnOf({ pdfium, textPage, base }: LoadedPage, index: number): Matrix | null {
  const { api, memory } = pdfium
  if (!api.FPDFText_GetMatrix(textPage, index, memory.at(0))) return null
  return multiply([memory.float(0), memory.float(4), memory.float(8), memory.float(12), 0, 0], base)
}

/** Checks whether this character runs from left to right on the page. */
function isLevel(turn: Matrix): boolean {
  return turn[0] > 0 && Math.abs(turn[1]) <= LEVEL * turn[0]
}

/**
 * Computes the box from the baseline and the size of the letters. The height that the font declares would do for Latin, but
 * Chinese fonts claim up to three lines for one.
 */
function lineBox({ pdfium, textPage, base }: LoadedPage, index: number, turn: Matrix, loose: PdfBox): PdfBox {
  const { api, memory } = pdfium
  const em = api.FPDFText_GetFontSize(textPage, index) * Math.hypot(turn[2], turn[3])
  if (!(em > 0) || !api.FPDFText_GetCharOrigin(textPage, index, memory.at(128), memory.at(136))) return loose
  const [, baseline] = applyMatrix(base, memory.double(128), memory.double(136))
  return { left: loose.left, right: loose.right, bottom: baseline - em * ABOVE_BASELINE, top: baseline + em * BELOW_BASELINE }
}

function looseBox({ pdfium, textPage, base }: LoadedPage, index: number): PdfBox | null {
  const { api, memory } = pdfium
  if (!api.FPDFText_GetLooseCharBox(textPage, index, memory.at(64))) return null
  const [left, top, right, bottom] = [memory.float(64), memory.float(68), memory.float(72), memory.float(76)]
  const box = mapBox(base, { left, top, right, bottom })
  return box.right > box.left && heightOf(box) > 0 ? box : null
}

/** Adds a run, clipped to the page: text beyond the edge is left out. */
function addWithin(collector: RunCollector, { width, height }: LoadedPage, run: Run): void {
  const { text, box } = run
  const across = (x: number): number => Math.max(0, Math.min(width, x))
  const down = (y: number): number => Math.max(0, Math.min(height, y))
  const [left, top] = [across(box.left), down(box.bottom)]
  collector.add(text, left, top, across(box.right) - left, down(box.top) - top, styleOf(run), sizeOf(run))
}

/**
 * Returns the page's characters as runs of one line each, in PDFium's reading order: the same characters as `readPageText`.
 * Rotated text becomes one run per character, so a horizontal text layer can still place it correctly.
 */
export function readRuns(loaded: LoadedPage): PageTextRun[] {
  const { pdfium, textPage } = loaded
  const { api } = pdfium
  const collector = new RunCollector()
  const styles = new FontStyles(pdfium, textPage)
  let run: Run | null = null
  /** Characters without a position that precede the first one with a position. */
  let placeless = ""
  const end = (): void => {
    if (run) addWithin(collector, loaded, run)
    run = null
  }
  const count = api.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index += 1) {
    const unicode = api.FPDFText_GetUnicode(textPage, index)
    if (unicode === 0) continue
    // the low surrogate was consumed with the high one
    if (isBetween(unicode, 0xdc00, 0xdfff)) continue
    const text = isBetween(unicode, 0xd800, 0xdbff)
      ? String.fromCharCode(unicode, api.FPDFText_GetUnicode(textPage, index + 1))
      : String.fromCodePoint(unicode)
    if (unicode === 10 || unicode === 13) {
      end()
      continue
    }
    const current: Run | null = run
    const box = api.FPDFText_IsGenerated(textPage, index) === 1 ? null : looseBox(loaded, index)
    if (box === null) {
      if (current) current.text += text
      else placeless += text
      continue
    }
    const turn = turnOf(loaded, index)
    const level = turn === null || isLevel(turn)
    const placed = turn && level ? lineBox(loaded, index, turn, box) : box
    if (current && level && continues(current, placed)) {
      current.text += text
      current.box = joined(current.box, placed)
      countLetter(current, text, placed, styles.of(index))
      continue
    }
    end()
    if (text.trim() === "") continue
    run = { text: placeless + text, box: placed, letters: 0, bold: 0, mono: 0, sizes: new Map() }
    countLetter(run, text, placed, styles.of(index))
    placeless = ""
    if (!level) end()
  }
  end()
  if (placeless.trim() !== "") collector.add(placeless, 0, 0, 0, 0)
  return collector.runs
}
