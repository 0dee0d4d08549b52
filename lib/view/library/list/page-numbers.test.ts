import { describe, expect, test } from "vitest"
import { pageNumbers } from "./page-numbers"

describe("pager", () => {
  test("shows the first, the last, and neighbouring pages", () => {
    expect(pageNumbers(1, 33)).toEqual([1, 2, 3, 4, 33])
    expect(pageNumbers(10, 33)).toEqual([1, 9, 10, 11, 33])
    expect(pageNumbers(33, 33)).toEqual([1, 30, 31, 32, 33])
    expect(pageNumbers(2, 2)).toEqual([1, 2])
  })
})
