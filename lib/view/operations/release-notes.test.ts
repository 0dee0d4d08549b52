import { expect, test } from "vitest"
import { isEndless, noteLines } from "./release-notes"

test("release notes are split into lines, without list and heading marks, each once", () => {
  expect(noteLines("### 新增\n\n- 甲\n* 乙 - 丙\n1. 丁\n- 甲\n")).toEqual(["新增", "甲", "乙 - 丙", "丁"])
  expect(noteLines("")).toEqual([])
})
test("an end more than three years away counts as endless", () => {
  const now = Date.parse("2026-11-24T00:00:00Z")
  expect(isEndless("9999-12-31T00:00:00Z", now)).toBe(true)
  expect(isEndless("2027-11-24T00:00:00Z", now)).toBe(false)
})
