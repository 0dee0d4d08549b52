import fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import type { InsideHit, OutlineItem } from "@/lib/contract/types"
import { embedCode, linkOf } from "../share/share-links"
import { cutSnippet, firstHit, hitsOn, stepHit, tellCount, tellHidden } from "./search/search"
import { lastPlace, newerPlace, pageToOffer, rememberPage } from "./last-page"
import { currentSection, depthOf } from "./panels/outline"
import { preferencesIn } from "./input/preferences"
import { paragraphsOf, pieceOf } from "./text/reflow"
import { between, joinRuns, selectedText } from "./text/text-runs"

const hit = (page: number): InsideHit => ({ page, snippet: "前面的词后面", start: 3, length: 1, boxes: [] })

describe("going from hit to hit", () => {
  const hits = [3, 3, 17, 40].map(hit)
  it("begins at the page being read and goes round", () => {
    expect(firstHit(hits, 4)).toBe(2)
    expect(firstHit(hits, 41)).toBe(0)
    expect(stepHit({ hits, at: -1 }, true, 1)).toBe(0)
    expect(stepHit({ hits, at: -1 }, false, 20)).toBe(2)
    expect(stepHit({ hits, at: 3 }, true, 1)).toBe(0)
    expect(stepHit({ hits, at: 0 }, false, 1)).toBe(3)
    expect(stepHit({ hits: [], at: -1 }, true, 1)).toBe(-1)
  })
  it("reaches every hit, and comes back the way it went", () => {
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
  it("tells what it found and what it may not show", () => {
    const found = { word: "词", state: "done" as const, message: "", hits, total: 9, hidden: 5, at: 1, round: 0 }
    expect(tellCount(found)).toBe("第 2 处，共 4 处")
    expect(tellHidden(found)).toBe("其余 5 处在未开放的页面里")
    expect(tellHidden({ ...found, hits: [], total: 5 })).toBe("5 处在未开放的页面里")
    expect(tellCount({ ...found, hits: [], total: 0, hidden: 0 })).toBe("没有找到")
    expect(cutSnippet(hit(1))).toEqual(["前面的", "词", "后面"])
    expect(hitsOn(hits, 3).map(({ index }) => index)).toEqual([0, 1])
  })
})

describe("the section one is in", () => {
  const items: OutlineItem[] = [
    { title: "前言", page: 2, level: 2 },
    { title: "一", page: 5, level: 3 },
    { title: "一之一", page: 5, level: 4 },
    { title: "二", page: 9, level: 3 },
  ]
  it("is the last that has begun", () => {
    expect([1, 2, 4, 5, 8, 9, 300].map((page) => currentSection(items, page))).toEqual([-1, 0, 0, 2, 2, 3, 3])
    expect(items.map((_, index) => depthOf(items, index))).toEqual([0, 1, 2, 1])
  })
  it("never lies ahead, and no other that has begun lies nearer", () => {
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

describe("where reading stopped", () => {
  beforeEach(() => localStorage.clear())
  it("is the newer of two memories", () => {
    const own = { page: 5, at: 10 }
    expect(newerPlace(own, { page: 7, at: 11 })?.page).toBe(7)
    expect(newerPlace(own, { page: 7, at: 9 })?.page).toBe(5)
    expect(newerPlace(own, { page: 7, at: 10 })?.page).toBe(7)
    expect(newerPlace(null, own)).toBe(own)
    expect(newerPlace(own, null)).toBe(own)
    expect(newerPlace(null, null)).toBeNull()
  })
  it("is offered only when it leads somewhere", () => {
    expect(pageToOffer({ page: 1, at: 1 }, 10)).toBe(0)
    expect(pageToOffer({ page: 11, at: 1 }, 10)).toBe(0)
    expect(pageToOffer({ page: 10, at: 1 }, 10)).toBe(10)
  })
  it("is kept for sixty documents, and read from what older pages wrote", () => {
    localStorage.setItem("reading", JSON.stringify([["old", 9], ["bad"], 3]))
    expect(lastPlace("old")).toEqual({ page: 9, at: 0 })
    for (let n = 0; n < 60; n++) rememberPage(`d${n}`, n + 1, n)
    expect(lastPlace("old")).toBeNull()
    expect(lastPlace("d59")).toEqual({ page: 60, at: 59 })
    localStorage.setItem("reading", "{")
    expect(lastPlace("d59")).toBeNull()
  })
  it("is never older than any memory it was made from", () => {
    const place = fc.option(fc.record({ page: fc.integer({ min: 1, max: 99 }), at: fc.nat() }))
    fc.assert(
      fc.property(
        place,
        place,
        (own, server) => void expect(newerPlace(own, server)?.at ?? -1).toBe(Math.max(own?.at ?? -1, server?.at ?? -1)),
      ),
    )
  })
})

describe("what somebody likes", () => {
  it("can always be used, whatever the storage holds", () => {
    expect(preferencesIn(null)).toEqual({ zoom: "width", mode: "scroll", fontSize: 18, lineHeight: 1.8 })
    expect(preferencesIn('{"zoom":9,"mode":"slides","fontSize":99}')).toEqual({ zoom: 3, mode: "scroll", fontSize: 18, lineHeight: 1.8 })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { zoom, mode, fontSize, lineHeight } = preferencesIn(text)
        expect(zoom === "width" || zoom === "page" || (zoom >= 0.5 && zoom <= 3)).toBe(true)
        expect(["scroll", "single", "double"]).toContain(mode)
        expect(fontSize >= 14 && fontSize <= 28 && lineHeight >= 1.5 && lineHeight <= 2.1).toBe(true)
      }),
    )
  })
})

describe("copied words", () => {
  it("stand side by side on one line and below each other otherwise", () => {
    expect(between(["一", 0, 0, 10, 10], ["二", 10, 0, 10, 10])).toBe("")
    expect(between(["one", 0, 0, 30, 10], ["two", 36, 1, 30, 10])).toBe(" ")
    expect(between(["one ", 0, 0, 30, 10], ["two", 36, 1, 30, 10])).toBe("")
    expect(between(["one", 0, 0, 30, 10], ["two", 0, 14, 30, 10])).toBe("\n")
    // a second column begins above: that is another line
    expect(between(["end", 0, 700, 30, 10], ["top", 300, 50, 30, 10])).toBe("\n")
    expect(
      joinRuns([
        { run: ["a", 0, 0, 9, 9], text: "a" },
        { run: ["b", 0, 20, 9, 9], text: "b" },
      ]),
    ).toBe("a\nb")
  })
  it("are cut where the selection begins and ends", () => {
    const runs: [string, number, number, number, number][] = [
      ["第一行文字", 0, 0, 50, 10],
      ["第二行", 0, 20, 30, 10],
      ["第三行", 0, 40, 30, 10],
    ]
    const layer = document.createElement("div")
    const spans = runs.map((run) => {
      const span = document.createElement("span")
      span.textContent = run[0]
      layer.append(span)
      return { span, run }
    })
    document.body.append(layer)
    const range = document.createRange()
    range.setStart(spans[0]!.span.firstChild!, 2)
    range.setEnd(spans[1]!.span.firstChild!, 2)
    expect(selectedText(range, spans)).toBe("行文字\n第二")
    range.selectNodeContents(layer)
    expect(selectedText(range, spans)).toBe("第一行文字\n第二行\n第三行")
    layer.remove()
  })
})

describe("the words alone", () => {
  it("are paragraphs again", () => {
    expect(paragraphsOf("一般地，设 A、B 是非空的实数集，如\n果对于集合 A 中的任意一个数都有。\n（1）定义域\n（2）值域")).toEqual([
      "一般地，设 A、B 是非空的实数集，如果对于集合 A 中的任意一个数都有。",
      "（1）定义域",
      "（2）值域",
    ])
    expect(paragraphsOf("the begin-\nning of words\n\nnext one")).toEqual(["the beginning of words", "next one"])
    expect(paragraphsOf("")).toEqual([])
  })
  it("lose no character on the way", () => {
    const line = fc.stringMatching(/^[a-z一-龥0-9，。 ]{0,30}$/)
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        (lines) => void expect(paragraphsOf(lines.join("\n")).join("").replace(/\s/g, "")).toBe(lines.join("").replace(/\s/g, "")),
      ),
    )
  })
  it("come in pieces", () => {
    expect([1, 20, 21, 300].map((page) => pieceOf(page, 20))).toEqual([1, 1, 21, 281])
  })
})

describe("what is shared", () => {
  const shared = { origin: "https://a.example", uuid: "abc", title: '一 "二" <三>', page: 7 }
  it("opens at the page", () => {
    expect(linkOf(shared)).toBe("https://a.example/document/abc#page=7")
    expect(linkOf({ ...shared, page: 1 })).toBe("https://a.example/document/abc")
  })
  it("is a frame whose title cannot break out", () => {
    const holder = document.createElement("div")
    holder.innerHTML = embedCode(shared)
    expect(holder.children).toHaveLength(1)
    expect(holder.querySelector("iframe")?.title).toBe(shared.title)
    expect(holder.querySelector("iframe")?.getAttribute("src")).toBe("https://a.example/embed/abc#page=7")
  })
})
