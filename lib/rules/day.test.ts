import { expect, test } from "vitest"
import { dayNumber, dayStart, monthStart, rangeOf } from "./day"

const iso = (date: Date | undefined) => date?.toISOString()

test("the day is in Asia/Shanghai", () => {
  expect(dayNumber(new Date("2026-11-20T15:59:59Z"))).toBe(20261120)
  expect(dayNumber(new Date("2026-11-20T16:00:00Z"))).toBe(20261121)
  expect(dayNumber(new Date("2026-12-31T16:00:00Z"), -1)).toBe(20261231)
  expect(iso(dayStart(new Date("2026-11-20T15:59:59Z")))).toBe("2026-11-19T16:00:00.000Z")
  expect(iso(monthStart(new Date("2026-10-31T16:00:00Z")))).toBe("2026-10-31T16:00:00.000Z")
})

test.each([
  [["2026-06-15", "2026-06-15"], "2026-06-14T16:00:00.000Z", "2026-06-15T15:59:59.999Z"],
  [["2026-06-15 08:00:00", "2026-06-15T09:00"], "2026-06-15T00:00:00.000Z", "2026-06-15T01:00:00.000Z"],
  [["2026-06-15T00:00:00Z", "2026-06-15T23:59:59+08:00"], "2026-06-15T00:00:00.000Z", "2026-06-15T15:59:59.000Z"],
  [["nonsense", "2026-13-45"], undefined, undefined],
  [[], undefined, undefined],
  [undefined, undefined, undefined],
])("%j is %s to %s, both inclusive", (texts, from, to) => {
  expect([iso(rangeOf(texts).from), iso(rangeOf(texts).to)]).toEqual([from, to])
})
