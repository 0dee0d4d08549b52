import type { PageLine } from "./lines"

/** Properties of most of the text of a document: its size in points, and whether it is mostly bold or monospaced. */
export type BodyText = { size: number; bold: boolean; mono: boolean }
export type PageLines = { page: number; width: number; height: number; lines: PageLine[] }

export const isFree = (line: PageLine): boolean => line.kind === "paragraph"
/** Checks whether a line continues the previous one: same size, close together, one above the other. */
export const follows = (before: PageLine | undefined, line: PageLine, air = 0.75): boolean =>
  before !== undefined &&
  Math.abs(before.size - line.size) < line.size * 0.09 &&
  line.top >= before.top + line.size * 0.5 &&
  line.top - before.bottom < line.size * air &&
  Math.min(before.right, line.right) - Math.max(before.left, line.left) > 0
