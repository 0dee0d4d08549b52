import { threeDecimals } from "../svg"

/** Path data for SVG and the smallest upright box around its points, in the path's own space. */
export type PathShape = { data: string; left: number; top: number; right: number; bottom: number; segments: number }

/** Number of operands of each operator of AbbreviatedData. */
const operands: Readonly<Record<string, number>> = { S: 2, M: 2, L: 2, Q: 4, B: 6, A: 7, C: 0 }
/** SVG's name of each operator. */
const letters: Readonly<Record<string, string>> = { S: "M", M: "M", L: "L", Q: "Q", B: "C", A: "A", C: "Z" }

/** Writes one segment and extends the shape's box. */
function addSegment(shape: PathShape, operator: string, values: readonly number[]): void {
  shape.segments += 1
  if (operator === "A") {
    const [rx = 0, ry = 0, angle = 0, large = 0, sweep = 0, x = 0, y = 0] = values
    const reach = 2 * Math.max(Math.abs(rx), Math.abs(ry))
    extend(shape, x - reach, y - reach)
    extend(shape, x + reach, y + reach)
    const sizes = [Math.abs(rx), Math.abs(ry), angle].map(threeDecimals).join(" ")
    shape.data += `A${sizes} ${large ? 1 : 0} ${sweep ? 1 : 0} ${threeDecimals(x)} ${threeDecimals(y)}`
    return
  }
  for (let index = 0; index + 1 < values.length; index += 2) extend(shape, values[index]!, values[index + 1]!)
  shape.data += `${letters[operator]}${values.map(threeDecimals).join(" ")}`
}

function extend(shape: PathShape, x: number, y: number): void {
  shape.left = Math.min(shape.left, x)
  shape.right = Math.max(shape.right, x)
  shape.top = Math.min(shape.top, y)
  shape.bottom = Math.max(shape.bottom, y)
}

/** Reads AbbreviatedData. Reading ends at the first operator that is unknown or incomplete; null if nothing precedes it. */
export function readPath(raw: string): PathShape | null {
  const shape: PathShape = { data: "", left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, segments: 0 }
  const words = raw.match(/[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? []
  let index = 0
  while (index < words.length) {
    const operator = words[index] ?? ""
    const count = operands[operator]
    if (count === undefined) break
    index += 1
    // operands may be repeated without their operator
    do {
      const values = words.slice(index, index + count).map(Number)
      if (values.length < count || !values.every(Number.isFinite)) return finished(shape)
      // a path that does not begin with a start point begins at the origin
      if (shape.data === "" && operator !== "S" && operator !== "M") addSegment(shape, "M", [0, 0])
      addSegment(shape, operator, values)
      index += count
    } while (count > 0 && index < words.length && !/^[A-Za-z]$/.test(words[index] ?? ""))
  }
  return finished(shape)
}

function finished(shape: PathShape): PathShape | null {
  return shape.data === "" || !Number.isFinite(shape.left) ? null : shape
}
