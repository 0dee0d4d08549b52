import type { PageInput } from "./structure.port"

export type LineKind = "heading" | "paragraph" | "item" | "cell" | "code" | "caption" | "note" | "contents" | "furniture"

/** Adjacent words of one line. `runs`: indexes in the page's text layer. Lengths in points. */
export type LinePart = { text: string; left: number; right: number; runs: number[] }

/** Words on one baseline. `size` is the font size, not the line height. */
export type PageLine = {
  parts: LinePart[]
  text: string
  left: number
  right: number
  top: number
  bottom: number
  size: number
  bold: boolean
  mono: boolean
  kind: LineKind
  /** True if the line begins a block. */
  begins: boolean
  /** Headings only. */
  level: number
  /** Cells only: the row number in the table. Rows of a table are consecutive. */
  row: number
}

/** A page with its lines in reading order. */
export type MarkedPage = PageInput & { lines: PageLine[] }

/** A line box of PDFium is 1.15 em high (0.9 above the baseline, 0.25 below). */
const LINE_OF_EM = 1.15
const BOLD = 1
const MONO = 2
/** Minimum gap between two parts of a line, in em. */
const PART_GAP = 0.75

type Draft = PageLine & { letters: number; boldLetters: number; monoLetters: number; sizes: Map<number, number> }

const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/
/** Joins adjacent words: without a space if they touch or are Chinese characters. */
export const beside = (one: string, next: string, gap: number, size: number): string => {
  if (one === "" || next === "" || /\s$/.test(one) || /^\s/.test(next)) return one + next
  if (gap < size * 0.18) return one + next
  return wide.test(one.at(-1)!) && wide.test(next[0]!) && gap < size * PART_GAP ? one + next : `${one} ${next}`
}

const startLine = (part: LinePart, top: number, bottom: number, size: number): Draft => ({
  parts: [part],
  text: "",
  left: part.left,
  right: part.right,
  top,
  bottom,
  size,
  bold: false,
  mono: false,
  kind: "paragraph",
  begins: true,
  level: 0,
  row: -1,
  letters: 0,
  boldLetters: 0,
  monoLetters: 0,
  sizes: new Map(),
})

const finished = (line: Draft): PageLine => {
  line.text = line.parts
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()
  let most = 0
  for (const [size, letters] of line.sizes) if (letters > most) [line.size, most] = [size, letters]
  line.bold = line.boldLetters > line.letters * 0.8
  line.mono = line.monoLetters > line.letters * 0.85
  return line
}

/** Checks whether a run continues the line: it is vertically level with it and to the right of its existing text. */
const goesOn = (line: Draft, x: number, top: number, bottom: number): boolean => {
  const overlap = Math.min(line.bottom, bottom) - Math.max(line.top, top)
  const lower = Math.min(line.bottom - line.top, bottom - top)
  // Glyphs of some fonts are narrower than their declared width, so runs at exactly the same height may overlap.
  const back = Math.abs(line.top - top) < 0.6 ? 2.2 : 0.7
  return overlap > lower * 0.55 && x >= line.right - line.size * back && x > line.left
}

/** Returns the line height in em. Chinese characters are square, which reveals it for pages whose font sizes were not stored. */
const lineOfEm = (runs: PageInput["runs"]): number => {
  const ratios = runs
    .filter(([text]) => text.length >= 4 && [...text].every((letter) => /[\u4e00-\u9fff]/.test(letter)))
    .map(([text, , , width, height]) => height / (width / text.length))
    .sort((one, other) => one - other)
  const middle = ratios[ratios.length >> 1] ?? 0
  return middle > 1.4 && middle < 1.9 ? 1.6 : LINE_OF_EM
}

const letterCount = (text: string): number => text.replace(/\s/g, "").length
const wideCount = (text: string): number => text.replace(/[^\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/g, "").length

/** Chinese prose: mostly Chinese, with its punctuation, and not a comment. */
const isProse = (text: string): boolean =>
  wideCount(text) > letterCount(text) * 0.6 && /[，。；、]/.test(text) && !/^\s*(?:[/#*%;]|--|<!|rem\b)/i.test(text)
/** Share of prose in monospaced letters above which the font is no font of code. */
const PROSE_SHARE = 0.3

/**
 * Checks whether much of what is marked as monospaced is Chinese prose: then a Chinese text font, such as SimSun, declared a fixed pitch, and
 * its Latin letters are no code. Pages that were rendered by older versions have such marks.
 */
const declaresSquares = (runs: PageInput["runs"]): boolean => {
  const mono = runs.flatMap(([text, , , , , style = 0]) => (style & MONO ? [text] : []))
  const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + letterCount(text), 0)
  return sum(mono.filter(isProse)) > sum(mono) * PROSE_SHARE
}

/** Returns the lines of a page in the order in which the authoring program wrote them, which is the reading order. */
export const linesOf = ({ runs }: Pick<PageInput, "runs">): PageLine[] => {
  const lines: Draft[] = []
  const ratio = lineOfEm(runs)
  const trustsMono = !declaresSquares(runs)
  runs.forEach(([text, x, y, width, height, style = 0, exact = 0], index) => {
    if (text.trim() === "" || height <= 0) return
    const size = exact || height / ratio
    const [top, bottom] = [y, y + height]
    let line = lines.at(-1)
    if (line && goesOn(line, x, top, bottom)) {
      const part = line.parts.at(-1)!
      const gap = x - part.right
      if (gap > Math.max(line.size, size) * PART_GAP) line.parts.push({ text, left: x, right: x + width, runs: [index] })
      else {
        part.text = beside(part.text, text, gap, size)
        part.right = Math.max(part.right, x + width)
        part.runs.push(index)
      }
      // The largest glyphs set the vertical position of a line, because a footnote number is raised.
      if (size > line.size * 1.15) Object.assign(line, { top, bottom })
      line.size = Math.max(line.size, size)
      line.right = Math.max(line.right, x + width)
      line.left = Math.min(line.left, x)
    } else {
      line = startLine({ text, left: x, right: x + width, runs: [index] }, top, bottom, size)
      lines.push(line)
    }
    const letters = letterCount(text)
    line.letters += letters
    line.sizes.set(size, (line.sizes.get(size) ?? 0) + letters)
    if (style & BOLD) line.boldLetters += letters
    if (style & MONO && trustsMono) line.monoLetters += letters - wideCount(text)
  })
  return lines.map(finished)
}

/** Returns the value around which most of the weight lies, in steps of half a point; 0 if there are no values. */
export const commonest = (values: readonly { value: number; weight: number }[], step = 0.5): number => {
  const weights = new Map<number, number>()
  for (const { value, weight } of values) {
    const key = Math.round(value / step) * step
    weights.set(key, (weights.get(key) ?? 0) + weight)
  }
  let [best, most] = [0, 0]
  for (const [value, weight] of weights) if (weight > most) [best, most] = [value, weight]
  return best
}
