import { cleanup, render } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { Limits } from "./limits"

afterEach(cleanup)

const textOf = (results: { total: number; sampled: number }, page: number, query = {}) =>
  render(<Limits results={results} page={{ page, size: 10, max: 1_000, query }} />).container.textContent

test("the last page that can be reached says that more results exist", () => {
  const many = { total: 12_345, sampled: 0 }
  expect(textOf(many, 1_000)).toBe("只能翻到前 10,000 条，再加一个词或筛选，可以找到其余的。")
  expect(textOf(many, 1_001), "beyond the last page").toContain("只能翻到前 10,000 条")
  expect(textOf(many, 999)).toBe("")
  expect(textOf({ total: 10_000, sampled: 0 }, 1_000), "all can be reached").toBe("")
})

test("numbers and orders that cover only the best results say so", () => {
  const some = { total: 52_000, sampled: 2_000 }
  expect(textOf(some, 1)).toBe("结果很多，筛选旁的数字只看其中最受欢迎的 2,000 条。")
  expect(textOf({ ...some, sampled: 10_000 }, 1, { sort: "download" })).toContain("和现在的排序只看其中最受欢迎的 10,000 条")
  expect(textOf({ total: 52_000, sampled: 0 }, 1)).toBe("")
})
