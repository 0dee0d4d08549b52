import sharp from "sharp"
import { randomBetween, oneOf, randomInteger } from "./random"
import { glyphOf, pathOf, type CaptchaPoint } from "./glyph"

type Size = { width: number; height: number }

/** Foreground and background colours of a picture. All marks share one ink, so that colour does not separate characters from noise. */
const inks = ["#1d4f34", "#27407a", "#6b3415", "#5b2a66", "#1f4d57"]
const papers = ["#f4f7f1", "#f6f4ee", "#f1f5f7"]

/** Bends the whole picture along a wave, so that no character keeps the outline of the font. */
const bend = ({ width, height }: Size) => {
  const [rise, lean] = [randomBetween(0.03, 0.055) * height, randomBetween(0.02, 0.04) * height]
  const [long, tall] = [randomBetween(0.5, 0.9) * width, randomBetween(0.9, 1.5) * height]
  const [from, side] = [randomBetween(0, 6.28), randomBetween(0, 6.28)]
  return ({ x, y }: CaptchaPoint): CaptchaPoint => ({
    x: x + lean * Math.sin((6.28 * y) / tall + side),
    y: y + rise * Math.sin((6.28 * x) / long + from),
  })
}

/** Renders one character, rotated, slanted and scaled at random, centred at `centre`. */
const letter = (character: string, centre: CaptchaPoint, size: number, bent: (point: CaptchaPoint) => CaptchaPoint): string => {
  const scale = (size / 100) * randomBetween(0.92, 1.08)
  const [turn, lean] = [randomBetween(-0.26, 0.26), randomBetween(-0.16, 0.16)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return pathOf(glyphOf(character), ({ x, y }) => {
    const [leant, high] = [(x + lean * y) * scale, y * scale]
    return bent({ x: centre.x + leant * cos - high * sin, y: centre.y + leant * sin + high * cos })
  })
}

const curve = ({ width, height }: Size): string => {
  const at = (part: number) => `${(width * part).toFixed(1)} ${(height * randomBetween(0.1, 0.9)).toFixed(1)}`
  return `M${at(-0.02)}C${at(randomBetween(0.2, 0.4))} ${at(randomBetween(0.6, 0.8))} ${at(1.02)}`
}

const specks = (size: Size, count: number): string =>
  Array.from(
    { length: count },
    () =>
      `<circle cx="${randomBetween(0, size.width).toFixed(1)}" cy="${randomBetween(0, size.height).toFixed(1)}" r="${randomBetween(0.5, 1.3).toFixed(2)}"/>`,
  ).join("")

/** Returns the positions of the characters. A blank is a narrow gap and is not rendered. */
const positionsOf = (text: string, { width, height }: Size): Array<{ character: string; centre: CaptchaPoint; cell: number }> => {
  const weights = [...text].map((one) => (one === " " ? 0.15 : 1))
  const cell = (width * 0.9) / weights.reduce((sum, one) => sum + one, 0)
  let left = width * 0.05
  return [...text].map((character, at) => {
    const middle = left + (weights[at]! * cell) / 2
    left += weights[at]! * cell
    return {
      character,
      cell,
      centre: { x: middle + randomBetween(-0.05, 0.05) * cell, y: height / 2 + randomBetween(-0.06, 0.06) * height },
    }
  })
}

/**
 * Renders `text` (letters, digits, + - = ? and blanks) as a PNG of exactly `size` pixels. Everything is rasterized here:
 * an outline in the browser could be read letter by letter.
 */
export const drawPicture = async (text: string, size: Size): Promise<Buffer> => {
  const [ink, paper, bent] = [oneOf(inks), oneOf(papers), bend(size)]
  const letters = positionsOf(text, size)
    .filter(({ character }) => character !== " ")
    .map(({ character, centre, cell }) => `<path d="${letter(character, centre, Math.min(size.height * 1.3, cell * 2), bent)}"/>`)
  const lines = (count: number, colour: string, opacity: number, wide: [number, number]) =>
    Array.from(
      { length: count },
      () =>
        `<path d="${curve(size)}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${randomBetween(...wide).toFixed(2)}"/>`,
    ).join("")
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    lines(randomInteger(3, 5), ink, 0.16, [3, 8]),
    `<g fill="${ink}" stroke="${ink}" stroke-width="${(size.height / 110).toFixed(2)}">${letters.join("")}</g>`,
    `<g fill="${ink}">${specks(size, Math.round((size.width * size.height) / 420))}</g>`,
    lines(2, ink, 1, [1.1, 1.6]),
    lines(1, paper, 1, [1, 1.4]),
    "</svg>",
  ].join("")
  return sharp(Buffer.from(svg)).flatten({ background: paper }).png({ palette: true, colours: 24, compressionLevel: 9 }).toBuffer()
}
