/** Room around an object, for lines at its edge (CSS pixels). */
export const OBJECT_MARGIN = 6
/** LibreOffice prints whole cells, so the column and the row in which the object ends need room (points). */
const [LAST_COLUMN, LAST_ROW] = [72, 20]
const POINTS_A_PIXEL = 0.75
const SMALLEST_SCALE = 10
/** A4 and A3: Excel's codes and the sides in points. */
const papers = [
  { code: 9, short: 595, long: 842 },
  { code: 8, short: 842, long: 1190 },
] as const

type Paper = { code: number; landscape: boolean; scale: number }

/** The size of the printed object with its margin, in points at full scale. */
const sizeOf = (pixels: number): number => (pixels + 2 * OBJECT_MARGIN) * POINTS_A_PIXEL

/** Returns the sheet of paper on which an object of this size (CSS pixels) is printed, and the scale in percent. */
export function paperOf(width: number, height: number): Paper {
  const landscape = width > height
  const scaleOn = ({ short, long }: (typeof papers)[number]): number => {
    const [across, down] = landscape ? [long, short] : [short, long]
    return Math.min(100, Math.floor(100 * Math.min(across / (sizeOf(width) + LAST_COLUMN), down / (sizeOf(height) + LAST_ROW))))
  }
  const paper = papers.find((one) => scaleOn(one) >= 100) ?? papers[1]
  return { code: paper.code, landscape, scale: Math.max(SMALLEST_SCALE, scaleOn(paper)) }
}

/** Returns the area of the paper that shows the object, with an edge of so many CSS pixels around it, in points. */
export function printedArea(width: number, height: number, edge: number): { left: number; top: number; width: number; height: number } {
  const points = (POINTS_A_PIXEL * paperOf(width, height).scale) / 100
  const start = (OBJECT_MARGIN - edge) * points
  return { left: start, top: start, width: (width + 2 * edge) * points, height: (height + 2 * edge) * points }
}
