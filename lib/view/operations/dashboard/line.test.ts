import { expect, test } from "vitest"
import { areaPath, labelsAt, linePath, nearestAt, pointsOf, shortNumber, ticksOf } from "./line"

test.each([
  [
    [0, 0],
    [0, 1, 2, 3, 4],
  ],
  [[3], [0, 1, 2, 3]],
  [
    [9, 2],
    [0, 3, 6, 9],
  ],
  [
    [1, 41],
    [0, 20, 40, 60],
  ],
  [[100], [0, 25, 50, 75, 100]],
  [[123_456], [0, 50_000, 100_000, 150_000]],
])("the grid of %j has whole, round numbers and reaches above the maximum", (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks)
})

test("grid labels are short", () => {
  expect([0, 9_999, 12_000, 125_000_000].map(shortNumber)).toEqual(["0", "9999", "1.2 万", "1.25 亿"])
})

test("a line runs from left to right across its box, higher for larger values", () => {
  const places = pointsOf([0, 5, 10], 10)
  expect(places).toEqual([
    { x: 0, y: 100 },
    { x: 50, y: 50 },
    { x: 100, y: 0 },
  ])
  expect(linePath(places)).toBe("M0.00 100.00L50.00 50.00L100.00 0.00")
  expect(areaPath(places)).toBe("M0.00 100.00L50.00 50.00L100.00 0.00L100.00 100L0.00 100Z")
  expect(pointsOf([0, 0], 0).map(({ y }) => y)).toEqual([100, 100])
})

test("a single day is a dash in the middle, without an area", () => {
  expect(linePath(pointsOf([4], 4))).toBe("M48.00 0.00H52")
  expect(areaPath(pointsOf([4], 4))).toBe("")
})

test("the pointer finds the nearest day, and none outside the range", () => {
  expect([-0.2, 0, 0.24, 0.26, 1, 3].map((share) => nearestAt(share, 3))).toEqual([0, 0, 0, 1, 2, 2])
  expect(nearestAt(0.5, 1)).toBe(0)
})

test("labels are at the first and the last day, and evenly between, each once", () => {
  expect(labelsAt(30, 5)).toEqual([0, 7, 15, 22, 29])
  expect(labelsAt(2, 5)).toEqual([0, 1])
  expect(labelsAt(1, 5)).toEqual([0])
})
