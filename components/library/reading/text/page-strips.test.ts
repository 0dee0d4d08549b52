import { describe, expect, it } from "vitest"
import { stripsOf } from "./page-strips"

type Box = [left: number, top: number, right: number, bottom: number]
/** A white picture of 200 × 280 px with boxes of ink. */
const picture = (...boxes: Box[]) => {
  const [width, height] = [200, 280]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { data, width, height }
}
/** Lines of text: 6 px high, 4 px apart. */
const lines = (left: number, right: number, top: number, number: number): Box[] =>
  Array.from({ length: number }, (_, line) => [left, top + line * 10, right, top + line * 10 + 6])
const boxes = (...parts: Box[]) =>
  stripsOf(picture(...parts)).map(({ x, y, width, height }) => [x * 200, y * 280, (x + width) * 200, (y + height) * 280].map(Math.round))

describe("the picture of a page in the text", () => {
  it("is cropped to the ink, and keeps a paragraph whole", () => {
    expect(boxes(...lines(20, 180, 30, 12))).toEqual([[18, 28, 182, 148]])
  })

  it("has no empty space between its blocks, whose letters stay equally large", () => {
    expect(boxes(...lines(20, 180, 30, 4), ...lines(20, 100, 140, 4))).toEqual([
      [18, 28, 182, 68],
      [18, 138, 182, 178],
    ])
  })

  it("has its columns below each other, after what stands above both", () => {
    const title: Box = [40, 10, 160, 22]
    expect(boxes(title, ...lines(10, 94, 60, 18), ...lines(106, 190, 60, 18))).toEqual([
      [8, 8, 192, 24],
      [8, 58, 96, 238],
      [104, 58, 192, 238],
    ])
  })

  it("is whole where ink reaches its edges, and has no strips where it is blank", () => {
    expect(boxes([0, 40, 200, 240])).toEqual([[0, 38, 200, 242]])
    expect(boxes([0, 0, 200, 280])).toEqual([])
    expect(boxes()).toEqual([])
  })
})
