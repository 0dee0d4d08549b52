import { expect, test } from "vitest"
import { timeLeft, waitText } from "./time-left"

const now = Date.parse("2026-11-30T08:00:00Z")

test.each([
  ["2026-11-30T11:30:00Z", "还有 3 小时", "calm"],
  ["2026-11-30T08:40:00Z", "还有 40 分钟", "soon"],
  ["2026-11-30T08:00:20Z", "还有 1 分钟", "soon"],
  ["2026-12-03T08:00:00Z", "还有 3 天", "calm"],
  ["2026-11-30T07:59:00Z", "超时 1 分钟", "late"],
  ["2026-11-27T08:00:00Z", "超时 3 天", "late"],
])("what is due at %s has %s", (due, text, tone) => {
  expect(timeLeft(due, now)).toEqual({ text, tone })
})

test("without a deadline nothing is said", () => {
  expect(timeLeft(null, now).text).toBe("")
  expect(waitText(0)).toBe("—")
  expect(waitText(7_300)).toBe("2 小时")
})
