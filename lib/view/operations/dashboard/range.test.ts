import { expect, test } from "vitest"
import { changeText, measures, valueText } from "./measures"
import { lengthOf, rangeQuery, shownRange } from "./range"

// 2026-06-15 01:00 in the site's zone, still the previous day in UTC
const now = Date.parse("2026-06-14T17:00:00Z")
const rangeOf = (params: Record<string, string | undefined>) => shownRange(params, now)

test("the last 30 days, today included, unless the address specifies another range", () => {
  expect(rangeOf({})).toEqual({ days: 30, from: "2026-05-17", to: "2026-06-15" })
  expect(rangeOf({ days: "7" })).toEqual({ days: 7, from: "2026-06-09", to: "2026-06-15" })
  expect(rangeOf({ days: "8" })).toEqual(rangeOf({}))
  expect([7, 30, 90].map((days) => lengthOf(rangeOf({ days: String(days) })))).toEqual([7, 30, 90])
})

test("a custom range: ordered, valid dates, none after today, at most a year and a day", () => {
  expect(rangeOf({ from: "2026-03-01", to: "2026-02-01" })).toEqual({ days: 0, from: "2026-02-01", to: "2026-03-01" })
  expect(rangeOf({ from: "2026-06-01", to: "2027-01-01" })).toEqual({ days: 0, from: "2026-06-01", to: "2026-06-15" })
  expect(rangeOf({ from: "2027-01-01" })).toEqual({ days: 0, from: "2026-06-15", to: "2026-06-15" })
  expect(rangeOf({ from: "2026-02-30", to: "x" })).toEqual(rangeOf({}))
  expect(rangeOf({ to: "2026-06-10" })).toEqual({ days: 0, from: "2026-05-12", to: "2026-06-10" })
  expect(lengthOf(rangeOf({ from: "2001-01-01" }))).toBe(366)
})

test("a range is restored from its address", () => {
  for (const params of [{}, { days: "7" }, { days: "90" }, { from: "2026-01-05", to: "2026-02-01" }])
    expect(rangeOf(rangeQuery(rangeOf(params)))).toEqual(rangeOf(params))
  expect(rangeQuery(rangeOf({}))).toEqual({})
})

test("sums are compared with the previous period of the same length; zero compares with nothing", () => {
  expect([changeText(112, 100), changeText(50, 100), changeText(1_001, 1_000), changeText(5, 0), changeText(0, 4)]).toEqual([
    "+12%",
    "-50%",
    "持平",
    "",
    "-100%",
  ])
})

test("money is shown in yuan, everything else as a number", () => {
  const text = (name: string, value: number) =>
    valueText(
      measures.find((one) => one.name === name)!,
      value,
    )
  expect([text("income", 1_234_50), text("view", 12_846)]).toEqual(["1,234.50", "12,846"])
})
