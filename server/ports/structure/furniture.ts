import type { PageLine } from "./lines"

type Sheet = { width: number; height: number; lines: PageLine[] }

/** Where running heads and page numbers are, as a fraction of the page height. */
const HEAD = 0.13
const FOOT = 0.87
const LINES = 3

const pageNumber =
  /^(?:[-–—·|~\s]*)(?:第\s*)?(?:\d{1,4}|[ivxlcIVXLC]{1,7})(?:\s*页)?(?:\s*(?:[/／]|of|共|，共)\s*\d{1,4}(?:\s*页)?)?(?:[-–—·|~\s]*)$|^[Pp]age\s+\d+(?:\s+of\s+\d+)?$/
/** Normalizes numbers, so that the same head matches on other pages. */
const shapeOf = ({ text }: PageLine): string => text.replace(/[\d\s]+|\b[ivxlc]+\b/gi, "#")

const edges = ({ height, lines }: Sheet): { line: PageLine; head: boolean }[] => {
  const sorted = lines.toSorted((one, other) => one.top - other.top)
  const head = sorted.slice(0, LINES).filter(({ bottom }) => bottom < height * HEAD)
  const foot = sorted.slice(-LINES).filter(({ top }) => top > height * FOOT)
  return [...head.map((line) => ({ line, head: true })), ...foot.map((line) => ({ line, head: false }))]
}

/** Returns the free space between a line and the nearest text towards the middle of the page, in multiples of the line's height. */
const roomBeside = ({ lines }: Sheet, line: PageLine, head: boolean, level: readonly PageLine[]): number => {
  const distances = lines
    .filter((other) => !level.includes(other))
    .map((other) => (head ? other.top - line.bottom : line.top - other.bottom))
    .filter((distance) => distance > -line.size * 0.3)
  return distances.length ? Math.min(...distances) / (line.bottom - line.top) : 9
}

type Edge = { line: PageLine; head: boolean; page: number; sheet: Sheet }

/** Returns the page number that begins or ends a line with other text: 2 for "2 第一章 简介". */
const numberOf = ({ text }: PageLine): number => {
  const match = /^(\d{1,4})[\s·|–—-]+(?=\S*\p{L})|\p{L}\S*[\s·|–—-]+(\d{1,4})$/u.exec(text)
  return match ? Number(match[1] ?? match[2]) : pageNumber.test(text) ? Number(/\d+/.exec(text)?.[0] ?? Number.NaN) : Number.NaN
}

/** Marks heads of chapters: their text changes, but their number counts on with the pages, two pages to and fro. */
const markNumberedHeads = (edges: readonly Edge[], bodySize: number): void => {
  const numbered = edges.map((edge) => ({ ...edge, offset: numberOf(edge.line) - edge.page })).filter(({ offset }) => !Number.isNaN(offset))
  for (const { line, head, page, offset, sheet } of numbered) {
    if (line.kind === "furniture" || line.size > bodySize * 1.25 || line.text.length > 60) continue
    const outermost = sheet.lines.every((other) => other === line || (head ? other.top > line.top - 2 : other.top < line.top + 2))
    const others = numbered.filter((other) => other.page !== page && other.offset === offset && Math.abs(other.line.top - line.top) < 4)
    if (outermost && others.length > 0) line.kind = "furniture"
  }
}

/** Marks running heads, footers and page numbers: text that repeats at the same height on other pages, and lone numbers at the edge. */
export const markFurniture = (sheets: readonly Sheet[], bodySize: number): void => {
  const all = sheets.flatMap((sheet, page) => edges(sheet).map((edge) => ({ ...edge, page, sheet, shape: shapeOf(edge.line) })))
  const near = (one: { line: PageLine; sheet: Sheet }, other: { line: PageLine; sheet: Sheet }) =>
    Math.abs(one.line.top - other.line.top) < 4 || Math.abs(one.sheet.height - one.line.top - other.sheet.height + other.line.top) < 4
  const numbers = new Set<PageLine>()
  for (const edge of all) {
    const { line, head, sheet, page } = edge
    const others = all.filter((other) => other.page !== page && other.head === head && near(edge, other))
    const number = pageNumber.test(line.text)
    if (number) numbers.add(line)
    if (line.size > bodySize * 1.25 && !number) continue
    const same = others.some(({ shape, line: { size } }) => shape === edge.shape && Math.abs(size - line.size) < 0.6)
    const alone = number && line.text.length < 16 && (!head || others.length > 0 || roomBeside(sheet, line, head, [line]) > 0.5)
    if ((same && line.text.length < 120) || alone) line.kind = "furniture"
  }
  markNumberedHeads(all, bodySize)
  // Equal first lines of a text are not a running head: a head has space below it.
  for (const { line, head, sheet } of all.toReversed()) {
    if (line.kind !== "furniture" || numbers.has(line)) continue
    const inner = sheet.lines.filter(({ kind }) => kind === "furniture")
    if (roomBeside(sheet, line, head, inner) < 0.3) line.kind = "paragraph"
  }
  // A head that changes with the chapter has the usual position of heads and space below it. A line level with a head is part of it.
  for (const edge of all) {
    const { line, head, sheet, page } = edge
    if (line.kind === "furniture" || line.size > bodySize * 1.25) continue
    const others = all.filter((other) => other.page !== page && other.head === head && near(edge, other))
    const level = all
      .filter((other) => other.page === page && Math.abs(other.line.top - line.top) < line.size * 0.6)
      .map((other) => other.line)
    const beside = level.some((one) => one.kind === "furniture")
    const placed = others.some((other) => other.line.kind === "furniture" && Math.abs(other.line.size - line.size) < 0.6)
    const outermost = edges(sheet).every(
      (one) =>
        one.head !== head ||
        one.line.kind === "furniture" ||
        level.includes(one.line) ||
        (head ? one.line.top > line.top : one.line.top < line.top),
    )
    if (
      beside ||
      (outermost &&
        roomBeside(sheet, line, head, level) > 0.45 &&
        (placed ||
          (head &&
            line.top < sheet.height * 0.09 &&
            others.length >= 2 &&
            new Set(others.map((other) => other.page)).size >= (sheets.length - 1) * 0.6 &&
            line.size <= bodySize * 1.05 &&
            line.text.length < 60) ||
          (others.length >= 1 && line.size <= bodySize * 1.02 && line.parts.length > 1 && /^\d+ | \d+$/.test(line.text))))
    )
      line.kind = "furniture"
  }
  // A page with only heads is treated as a page of text.
  for (const { lines } of sheets)
    if (lines.every(({ kind }) => kind === "furniture")) for (const line of lines) if (!numbers.has(line)) line.kind = "paragraph"
}
