import { describe, expect, test } from "vitest"
import { blockOf, columnName, rowsOf, spansOf } from "./sheet-layout"

describe("row positions", () => {
  const rows = rowsOf(
    {
      rows: 100_000,
      height: 20,
      heights: [
        [3, 0],
        [1, 60],
        [99_999, 40],
      ],
    },
    1,
  )
  test("start where the rows above end", () => {
    expect([0, 1, 2, 3, 4, 5].map(rows.topOf)).toEqual([0, 20, 80, 100, 100, 120])
    expect([0, 1, 3, 99_999].map(rows.heightOf)).toEqual([20, 60, 0, 40])
    expect(rows.total).toBe(100_000 * 20 + 40 - 20 + 20)
  })
  test("are found by offset", () => {
    expect([0, 19, 20, 79, 80, 119, 120, 1e9].map(rows.rowAt)).toEqual([0, 0, 1, 1, 2, 4, 5, 99_999])
  })
  test("scale with the zoom", () => {
    expect(rowsOf({ rows: 2, height: 20, heights: [[0, 30]] }, 1.5).topOf(2)).toBe(75)
  })
  test("are empty for an empty sheet", () => {
    expect(rowsOf({ rows: 0, height: 20, heights: [] }, 1).total).toBe(0)
  })
})

test.each([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [255, "IV"],
  [701, "ZZ"],
  [702, "AAA"],
])("column %i is named %s", (column, name) => expect(columnName(column)).toBe(name))

test("blocks of fifty rows are numbered on from the previous sheet", () => {
  expect([0, 49, 50].map((row) => blockOf({ first: 7 }, row))).toEqual([7, 7, 8])
})

describe("merged cells", () => {
  const all = (count: number) => Array.from({ length: count }, (_, n) => n)

  test("hide the cells they cover and render once", () => {
    const { at, covered } = spansOf([[1, 0, 2, 2]], [[], all(10)], all(3))
    expect([...at]).toEqual([["1 0", { from: [1, 0], rows: 2, columns: 2 }]])
    expect([...covered].toSorted()).toEqual(["1 1", "2 0", "2 1"])
  })

  test("that start outside the viewport begin at the first rendered row", () => {
    const { at, covered } = spansOf([[1, 0, 100, 1]], [[0], [50, 51, 52]], [0, 1])
    expect([...at]).toEqual([["50 0", { from: [1, 0], rows: 3, columns: 1 }]])
    expect([...covered].toSorted()).toEqual(["51 0", "52 0"])
  })

  test("omit hidden rows and columns, and disappear when nothing remains", () => {
    const merges: [number, number, number, number][] = [
      [0, 0, 3, 3],
      [5, 1, 1, 1],
    ]
    const { at, covered } = spansOf(merges, [[], [0, 2, 5]], [0, 2])
    expect([...at]).toEqual([["0 0", { from: [0, 0], rows: 2, columns: 2 }]])
    expect([...covered].toSorted()).toEqual(["0 2", "2 0", "2 2"])
  })
})
