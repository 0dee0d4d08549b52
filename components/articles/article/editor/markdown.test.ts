import { expect, test } from "vitest"
import { blockOf, boldOf } from "./markdown"

test("a line begins a heading, a list or a quote only with its mark alone", () => {
  expect(blockOf("#")).toEqual({ type: "header1" })
  expect(blockOf("###")).toEqual({ type: "header3" })
  expect(blockOf("-")).toEqual({ type: "list-item", ordered: false })
  expect(blockOf("1.")).toEqual({ type: "list-item", ordered: true })
  expect(blockOf(">")).toEqual({ type: "blockquote" })
  for (const other of ["", "######", "a#", "2.", "--", ">>", "１."]) expect(blockOf(other)).toBeNull()
})

test("words between two asterisks are bold once the last one is typed", () => {
  expect(boldOf("请看**重点*")).toEqual({ words: "重点", length: 5 })
  expect(boldOf("**two words*")).toEqual({ words: "two words", length: 12 })
  for (const other of ["**", "***", "** 空*", "*斜体*", "2**3"]) expect(boldOf(other)).toBeNull()
})
