import { describe, expect, it } from "vitest"
import { positionsOf } from "@/components/site/advertisement/ad-positions"
import { rangeShortcuts as days } from "@/lib/rules/range-shortcuts"
import { positionOptions } from "../site/advertisement/admin/position-names"
import { commentUrl } from "../community/comment/admin/comment-target-link"
import { periodOf } from "./crud/period-fields"
import { rangeShortcuts } from "./form/site-time"

describe("advertisements", () => {
  it("every position of the site has a name, and no name lacks a position", () => {
    const places = new Set(["/", "/category", "/document/a", "/user/1", "/search"].flatMap(positionsOf))
    expect(new Set(positionOptions.map(({ value }) => value))).toEqual(places)
    expect(new Set(positionOptions.map(({ label }) => label)).size).toBe(places.size)
  })
  it.each([
    [{ enable: false, start_time: null, end_time: null }, "未启用"],
    [{ enable: true, start_time: null, end_time: null }, "展示中"],
    [{ enable: true, start_time: "2026-06-16T00:00:00Z", end_time: null }, "还没开始"],
    [{ enable: true, start_time: "2026-06-01T00:00:00Z", end_time: "2026-06-14T00:00:00Z" }, "已结束"],
    [{ enable: true, start_time: null, end_time: "2026-06-15T00:00:00Z" }, "已结束"],
  ])("%o: %s", (advertisement, label) => expect(periodOf(advertisement, Date.parse("2026-06-15T00:00:00Z")).label).toBe(label))
})

describe("a comment", () => {
  it.each([
    [{ type: 0, document_uuid: "abc", page: 0 }, "/document/abc#comments"],
    [{ type: 0, document_uuid: "abc", page: 3 }, "/document/abc#page=3"],
    [{ type: 1, document_uuid: "about", page: 0 }, "/article/about#comments"],
  ])("%o is located at %s", (comment, path) => expect(commentUrl(comment)).toBe(path))
})

describe("date range shortcuts", () => {
  it("match the shortcuts of the public site, and end today", () => {
    expect(rangeShortcuts.map(({ label }) => label)).toEqual(days.map(({ label }) => label))
    for (const [at, { value }] of rangeShortcuts.entries()) {
      const [from, to] = value()
      expect(to.diff(from, "day")).toBe(days[at]!.days)
    }
  })
})
