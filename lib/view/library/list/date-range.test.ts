import { describe, expect, test } from "vitest"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { daysAgo, momentsOf, rangeParam, shortcutOf } from "./date-range"

const now = Date.parse("2026-06-18T02:00:00Z")

describe("a date range", () => {
  test("an invalid day leaves that end open, and the earlier day comes first", () => {
    expect(rangeParam({ from: "2026-02-31", to: "2026-06-01" })).toEqual({ from: "", to: "2026-06-01" })
    expect(rangeParam({ from: "2026-06-09", to: "2026-06-01" })).toEqual({ from: "2026-06-01", to: "2026-06-09" })
    expect(rangeParam({ from: "yesterday", to: "2026-6-1" })).toEqual({ from: "", to: "" })
  })

  test("lists are requested with whole days in the site's time zone", () => {
    expect(momentsOf({ from: "2026-06-01", to: "2026-06-09" })).toEqual(["2026-06-01T00:00:00+08:00", "2026-06-09T23:59:59+08:00"])
    expect(momentsOf({ from: "", to: "2026-06-09" })?.[0]).toBe("1970-01-01T00:00:00+08:00")
    expect(momentsOf({ from: "", to: "" })).toBeUndefined()
  })

  test("has the shortcuts of docs/reference/specification.md 9", () => {
    expect(rangeShortcuts.map(({ days }) => days)).toEqual([7, 30, 90, 183, 365])
    expect(daysAgo(7, now)).toBe("2026-06-11")
    expect(shortcutOf({ from: "2026-05-19", to: "" }, now)).toBe(30)
    expect(shortcutOf({ from: "2026-05-19", to: "2026-06-01" }, now)).toBe(0)
    expect(shortcutOf({ from: "", to: "" }, now)).toBe(0)
  })
})
