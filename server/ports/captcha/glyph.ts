import { outlines } from "./glyphs/outlines"

export type CaptchaPoint = { x: number; y: number }
type Command = { command: string; points: CaptchaPoint[] }

/** The outline of a character around the point 0/0, at a font size of 100, filled by the nonzero rule. */
export type CaptchaGlyph = Command[]

const readCommand = (command: string, rest: string): Command => {
  const numbers = rest === "" ? [] : rest.split(" ").map(Number)
  return { command, points: Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[at * 2]!, y: numbers[at * 2 + 1]! })) }
}

const glyphs = new Map<string, CaptchaGlyph>(
  Object.entries(outlines).map(([character, outline]) => [
    character,
    [...outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, command, rest]) => readCommand(command!, rest!)),
  ]),
)

export const glyphOf = (character: string): CaptchaGlyph => {
  const glyph = glyphs.get(character)
  if (!glyph) throw new Error(`there is no outline for ${JSON.stringify(character)}`)
  return glyph
}

/** Returns the path data of a glyph after applying `move` to every point. */
export const pathOf = (glyph: CaptchaGlyph, move: (point: CaptchaPoint) => CaptchaPoint): string =>
  glyph
    .map(
      ({ command, points }) =>
        command +
        points
          .map(move)
          .map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
          .join(" "),
    )
    .join("")
