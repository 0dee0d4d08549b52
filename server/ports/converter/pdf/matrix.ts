/** The affine map x' = a·x + c·y + e, y' = b·x + d·y + f, in PDF and SVG order. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type PdfPoint = readonly [x: number, y: number]

export type PdfBox = { left: number; bottom: number; right: number; top: number }

/** Combines two matrices: applies `inner` first, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

export function applyMatrix(matrix: Matrix, x: number, y: number): PdfPoint {
  return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]
}

/** Returns how much lengths grow on average: the square root of the growth in area. */
export function scaleOf(matrix: Matrix): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
}

/** Returns the smallest upright box around the mapped box. */
export function mapBox(matrix: Matrix, box: PdfBox): PdfBox {
  const corners = [
    applyMatrix(matrix, box.left, box.bottom),
    applyMatrix(matrix, box.right, box.bottom),
    applyMatrix(matrix, box.left, box.top),
    applyMatrix(matrix, box.right, box.top),
  ]
  const xs = corners.map((corner) => corner[0])
  const ys = corners.map((corner) => corner[1])
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}
