import { create } from "svg-captcha"

export type Point = { x: number; y: number }
type Command = { command: string; points: Point[] }
type Contour = Command[]

/** The contours of a character around the point 0/0, at a font size of 100; filled by the even-odd rule. */
export type Glyph = Contour[]

const SIDE = 200

/** A minus of our own: the font's is too small to be recognised. */
const minus: Glyph = [
  [
    { command: "M", points: [{ x: -20, y: -5 }] },
    ...[
      [20, -5],
      [20, 4],
      [-20, 4],
    ].map(([x, y]) => ({ command: "L", points: [{ x: x!, y: y! }] })),
    { command: "Z", points: [] },
  ],
]

/** svg-captcha puts a lone character at x = (width - 2) / 2, y = height / 2. */
const outlineOf = (character: string): string => {
  const { data } = create({ size: 1, charPreset: character, noise: 0, width: SIDE + 2, height: SIDE, fontSize: 100 })
  const outline = /<path fill="[^"]*" d="([^"]+)"/.exec(data)?.[1]
  if (!outline) throw new Error(`the captcha font has no outline for ${JSON.stringify(character)}`)
  return outline
}

const readCommand = (command: string, rest: string): Command => {
  const numbers = (rest.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  return {
    command,
    points: Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[at * 2]! - SIDE / 2, y: numbers[at * 2 + 1]! - SIDE / 2 })),
  }
}

const readContours = (outline: string): Glyph =>
  outline
    .split(/(?=M)/)
    .map((contour) => [...contour.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, command, rest]) => readCommand(command!, rest!)))
    .filter((contour) => contour.length > 2)

const isInside = ({ x, y }: Point, corners: Point[]): boolean =>
  corners.filter((one, at) => {
    const before = corners.at(at - 1)!
    return one.y > y !== before.y > y && x < ((before.x - one.x) * (y - one.y)) / (before.y - one.y) + one.x
  }).length %
    2 ===
  1

/** How many other contours lie around each. Edges of this font nearly touch, so most of the points decide. */
const depths = (glyph: Glyph): number[] => {
  const outlines = glyph.map((contour) => contour.flatMap(({ points }) => points))
  return outlines.map(
    (inner) =>
      outlines.filter((outer) => outer !== inner && inner.filter((point) => isInside(point, outer)).length > inner.length * 0.7).length,
  )
}

const known = new Map<string, Glyph>()

/**
 * The face of a character. The font draws a hollow letter with a shadow (0 shadow, 1 face, 2 rim of a counter, 3 counter),
 * far too thin to read at 60 pixels: contours 1 and 2 alone are a solid letter.
 */
export const glyphOf = (character: string): Glyph => {
  if (character === "-") return minus
  const cached = known.get(character)
  if (cached) return cached
  const all = readContours(outlineOf(character))
  const depth = depths(all)
  const face = all.filter((_, at) => depth[at] === 1 || depth[at] === 2)
  known.set(character, face)
  return face
}

/** The path data of a glyph whose every point went through `move`. */
export const pathOf = (glyph: Glyph, move: (point: Point) => Point): string =>
  glyph
    .flat()
    .map(
      ({ command, points }) =>
        command +
        points
          .map(move)
          .map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
          .join(" "),
    )
    .join("")
