import { expect, test } from "vitest"
import { contrastOf, growthOf, remainderOf, strokeBox } from "./contrast.mjs"
import { polygonsOf, stemsOf } from "./stems.mjs"

const cross = "M40 360h920v40h-920zM480-100h60v900h-60z"

test("the strokes of a glyph are measured along both axes", () => {
  const stems = stemsOf(cross)
  expect(stems.some(({ horizontal, low, high }) => horizontal && low === 360 && high === 400)).toBe(true)
  expect(stems.some(({ horizontal, low, high }) => !horizontal && low === 480 && high === 540)).toBe(true)
})

test("a blot has no strokes, and curves end where they end", () => {
  expect(stemsOf("M0 0h500v500h-500z")).toEqual([])
  expect(polygonsOf("M0 0c0 100 100 100 100 0z")[0]!.at(-1)).toEqual([100, 0])
})

const picture = (draw: (x: number, y: number) => number) => ({
  values: Float32Array.from({ length: 400 }, (_, at) => draw(at % 20, Math.floor(at / 20))),
  width: 20,
  height: 20,
})
const paper = picture(() => 255)
const line = (value: number) => picture((_, y) => (y === 10 ? value : 255))
const glyph = { matrix: [0.02, 0, 0, -0.02] as [number, number, number, number], x: 0, y: -520 }

test("what remains of a stroke is its contrast with the paper, compared with the reference", () => {
  const box = strokeBox({ from: 0, to: 900, low: -20, high: 0, horizontal: true }, glyph, 1)!
  expect(box.ys[0]).toBeCloseTo(10.4)
  expect(contrastOf(line(55), paper, box, true)).toBe(200)
  expect(remainderOf({ ours: line(155), reference: line(55), paper }, box, true)).toBe(0.5)
  expect(remainderOf({ ours: line(155), reference: paper, paper }, box, true)).toBeNull()
  expect(strokeBox({ from: 0, to: 900, low: 0, high: 20, horizontal: true }, { ...glyph, matrix: [0, 0.02, 0.02, 0] }, 1)).toBeNull()
})

test("growth compares the ink with and without the style sheet", () => {
  expect(growthOf({ ours: line(55), bare: line(155), paper }, [0, 5, 20, 15])).toBe(1)
  expect(growthOf({ ours: line(55), bare: paper, paper }, [0, 5, 20, 15])).toBeNull()
})
