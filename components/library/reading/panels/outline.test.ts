import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { OutlineItem } from "@/lib/contract/types"
import { currentSection, depthOf } from "./outline"

describe("the current section", () => {
  const items: OutlineItem[] = [
    { title: "前言", page: 2, level: 2 },
    { title: "一", page: 5, level: 3 },
    { title: "一之一", page: 5, level: 4 },
    { title: "二", page: 9, level: 3 },
  ]
  it("is the last one that started at or before the page", () => {
    expect([1, 2, 4, 5, 8, 9, 300].map((page) => currentSection(items, page))).toEqual([-1, 0, 0, 2, 2, 3, 3])
    expect(items.map((_, index) => depthOf(items, index))).toEqual([0, 1, 2, 1])
  })
  it("never starts after the page, and no other started section is nearer", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 })), fc.integer({ min: 1, max: 50 }), (pages, page) => {
        const list = pages.map((one) => ({ title: "", page: one, level: 1 }))
        const at = currentSection(list, page)
        const begun = pages.filter((one) => one <= page)
        if (at < 0) expect(begun).toEqual([])
        else expect(list[at]!.page).toBe(Math.max(...begun))
      }),
    )
  })
})
