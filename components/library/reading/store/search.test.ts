import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { InsideHit } from "@/lib/contract/types"
import { firstHit, hitsOn, stepHit } from "./search"
import { cutSnippet, countText, unsearchedText } from "../search/search-texts"

const hit = (page: number): InsideHit => ({ page, snippet: "前面的词后面", start: 3, length: 1, boxes: [] })

describe("stepping through search matches", () => {
  const hits = [3, 3, 17, 40].map(hit)
  it("starts at the current page and wraps around", () => {
    expect(firstHit(hits, 4)).toBe(2)
    expect(firstHit(hits, 41)).toBe(0)
    expect(stepHit({ hits, at: -1 }, true, 1)).toBe(0)
    expect(stepHit({ hits, at: -1 }, false, 20)).toBe(2)
    expect(stepHit({ hits, at: 3 }, true, 1)).toBe(0)
    expect(stepHit({ hits, at: 0 }, false, 1)).toBe(3)
    expect(stepHit({ hits: [], at: -1 }, true, 1)).toBe(-1)
  })
  it("reaches every match, and stepping back returns the same way", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 }), fc.nat(59), (pages, start) => {
        const all = pages.toSorted((a, b) => a - b).map(hit)
        const at = start % all.length
        const seen = new Set<number>()
        let now = at
        do seen.add((now = stepHit({ hits: all, at: now }, true, 1)))
        while (now !== at)
        expect(seen.size).toBe(all.length)
        expect(stepHit({ hits: all, at: stepHit({ hits: all, at }, true, 1) }, false, 1)).toBe(at)
      }),
    )
  })
  it("states the number of matches, and that unreadable pages were not searched", () => {
    const searchState = { word: "词", state: "done" as const, message: "", hits, total: 4, at: 1, round: 0 }
    expect(countText(searchState)).toBe("第 2 处，共 4 处")
    expect(unsearchedText(searchState, { total: 5, pages: 12 })).toBe("只查找了可以阅读的前 5 页")
    expect(unsearchedText(searchState, { total: 12, pages: 12 })).toBe("")
    expect(unsearchedText({ ...searchState, state: "loading" }, { total: 5, pages: 12 })).toBe("")
    expect(countText({ ...searchState, hits: [], total: 0 })).toBe("没有找到")
    expect(cutSnippet(hit(1))).toEqual(["前面的", "词", "后面"])
    expect(hitsOn(hits, 3).map(({ index }) => index)).toEqual([0, 1])
  })
})
