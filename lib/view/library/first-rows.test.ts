import { expect, test } from "vitest"
import { firstRowsOf, firstSheet } from "./first-rows"

const sheet = {
  name: "成绩",
  rows: 3,
  columns: 3,
  first: 1,
  widths: [60, 0, 80],
  height: 20,
  heights: [],
  frozen: { rows: 0, columns: 0 },
  merges: [],
}

test("the first sheet with rows is taken", () => {
  expect(
    firstSheet([
      { ...sheet, rows: 0 },
      { ...sheet, name: "二" },
    ])?.name,
  ).toBe("二")
  expect(firstSheet([])).toBeNull()
})

test("hidden rows and columns are left out, empty cells keep their column", () => {
  const heights: [number, number][] = [[1, 0]]
  expect(
    firstRowsOf({ ...sheet, heights }, [
      [
        0,
        [
          [0, "姓名", 0],
          [1, "藏", 0],
          [2, "分数", 0],
        ],
      ],
      [1, [[0, "藏", 0]]],
      [2, [[2, "98", 0]]],
    ]),
  ).toEqual({
    name: "成绩",
    columns: [0, 2],
    rows: [
      { row: 0, cells: ["姓名", "分数"] },
      { row: 2, cells: ["", "98"] },
    ],
    more: true,
  })
})

test("a large sheet is cut to twenty rows of twelve columns and short cells", () => {
  const rows = Array.from({ length: 50 }, (_, row): [number, [number, string, number][]] => [row, [[0, "长".repeat(500), 0]]])
  const {
    columns,
    rows: firstRows,
    more,
  } = firstRowsOf({ ...sheet, rows: 900, columns: 40, widths: Array.from({ length: 40 }, () => 60) }, rows)
  expect([columns.length, firstRows.length, firstRows[0]!.cells[0]!.length, more]).toEqual([12, 20, 80, true])
})
