import { expect, test } from "vitest"
import { nearness, splitKeywords } from "./nearness"

const score = nearness(splitKeywords("函数，期末 a"), "高一数学期末试卷")

test("a shared keyword scores three, a keyword in the title two, and a similar title up to ten", () => {
  expect(score({ title: "古诗", keywords: "" })).toBe(0)
  expect(score({ title: "古诗", keywords: "期末" })).toBe(3)
  expect(score({ title: "函数", keywords: "" })).toBe(2)
  // one shared letter pair is not enough
  expect(score({ title: "数学", keywords: "" })).toBe(0)
  expect(score({ title: "高一数学期末试卷", keywords: "" })).toBe(12)
})

test("width, case and spaces make no difference, and the score is repeatable", () => {
  const one = { title: "ＡＢＣ 期末 卷", keywords: "函 数,期末" }
  const other = { title: "abc期末卷", keywords: "期末" }
  expect(score(one)).toBe(score(other))
  expect(score(one)).toBe(score({ ...one }))
})

test("keywords also count for documents with the same title", () => {
  expect(score({ title: "同名", keywords: "函数" })).toBe(3)
  expect(score({ title: "同名", keywords: "" })).toBe(0)
})
