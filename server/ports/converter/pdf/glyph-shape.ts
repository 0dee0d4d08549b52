const CURVE_NUMBERS = 6
/** In thousandths of the em: a Chinese character is a square of about this size. */
const CHINESE_EXTENT = 760
/** A tall glyph narrower than this is a bracket or a letter with a descender. */
const NARROW = 450
/** Mean thickness of strokes in thousandths of the em from which a face counts as bold. */
const BOLD_THICKNESS = 78

export type GlyphShape = "chinese" | "latin" | "bold"

/** Calls `visit` with every point of an outline as `glyph-outlines.ts` writes it; curves count by their control points. */
function visitPoints(outline: string, visit: (x: number, y: number, begins: boolean) => void): void {
  let [x, y] = [0, 0]
  for (const [, command, rest] of outline.matchAll(/([Mlhvc])([^Mlhvcz]*)/g)) {
    const numbers = (rest!.match(/-?\d+/g) ?? []).map(Number)
    const [first = 0, second = 0] = numbers
    if (command === "M") [x, y] = [first, second]
    else if (command === "h") x += first
    else if (command === "v") y += first
    else if (command === "l") [x, y] = [x + first, y + second]
    else {
      for (let at = 0; at + CURVE_NUMBERS <= numbers.length; at += CURVE_NUMBERS) {
        for (let control = 0; control < 4; control += 2) visit(x + numbers[at + control]!, y + numbers[at + control + 1]!, false)
        ;[x, y] = [x + numbers[at + 4]!, y + numbers[at + 5]!]
        visit(x, y, false)
      }
      continue
    }
    visit(x, y, command === "M")
  }
}

/**
 * Decides from an outline alone whether it is a Chinese character, another letter, or bold: pages that were rendered earlier contain
 * nothing else about their glyphs. The mean thickness of strokes is twice the area divided by the length of the edge.
 */
export function shapeOf(outline: string): GlyphShape {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  let [area, edge] = [0, 0]
  let [startX, startY, fromX, fromY] = [0, 0, 0, 0]
  const line = (x: number, y: number): void => {
    area += (fromX * y - x * fromY) / 2
    edge += Math.hypot(x - fromX, y - fromY)
    ;[fromX, fromY] = [x, y]
  }
  visitPoints(outline, (x, y, begins) => {
    if (begins) {
      line(startX, startY)
      ;[startX, startY, fromX, fromY] = [x, y, x, y]
    } else line(x, y)
    ;[left, right, bottom, top] = [Math.min(left, x), Math.max(right, x), Math.min(bottom, y), Math.max(top, y)]
  })
  line(startX, startY)
  const [width, height] = [right - left, top - bottom]
  if (edge > 0 && (2 * Math.abs(area)) / edge > BOLD_THICKNESS) return "bold"
  return width > CHINESE_EXTENT || (height > CHINESE_EXTENT && width > NARROW) ? "chinese" : "latin"
}
