import type { Line } from "./lines"

/** What the pages of a document have in common: the size of most letters, and whether most are heavy. Sizes in points. */
export type Body = { size: number; bold: boolean; mono: boolean }
export type Sheet = { page: number; width: number; height: number; lines: Line[] }

export const isFree = (line: Line): boolean => line.kind === "paragraph"
/** The line and the one before it are of one piece: as large, near each other, above one another. */
export const follows = (before: Line | undefined, line: Line, air = 0.75): boolean =>
  before !== undefined &&
  Math.abs(before.size - line.size) < line.size * 0.09 &&
  line.top >= before.top + line.size * 0.5 &&
  line.top - before.bottom < line.size * air &&
  Math.min(before.right, line.right) - Math.max(before.left, line.left) > 0
