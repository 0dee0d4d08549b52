import fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { lastPosition, mergePositions, newerPosition, pageToOffer, rememberPage, unfinishedDocuments } from "./last-page"

describe("the last reading position", () => {
  beforeEach(() => localStorage.clear())
  it("is the newer of the two stored positions", () => {
    const localPosition = { page: 5, at: 10 }
    expect(newerPosition(localPosition, { page: 7, at: 11 })?.page).toBe(7)
    expect(newerPosition(localPosition, { page: 7, at: 9 })?.page).toBe(5)
    expect(newerPosition(localPosition, { page: 7, at: 10 })?.page).toBe(7)
    expect(newerPosition(null, localPosition)).toBe(localPosition)
    expect(newerPosition(localPosition, null)).toBe(localPosition)
    expect(newerPosition(null, null)).toBeNull()
  })
  it("is offered only if it leads to another existing page", () => {
    expect(pageToOffer({ page: 1, at: 1 }, 10)).toBe(0)
    expect(pageToOffer({ page: 11, at: 1 }, 10)).toBe(0)
    expect(pageToOffer({ page: 10, at: 1 }, 10)).toBe(10)
  })
  it("is stored for sixty documents, and read from the format of older versions", () => {
    localStorage.setItem("reading", JSON.stringify([["old", 9], ["bad"], 3]))
    expect(lastPosition("old")).toEqual({ page: 9, at: 0 })
    for (let n = 0; n < 60; n++) rememberPage(`d${n}`, n + 1, n)
    expect(lastPosition("old")).toBeNull()
    expect(lastPosition("d59")).toEqual({ page: 60, at: 59 })
    localStorage.setItem("reading", "{")
    expect(lastPosition("d59")).toBeNull()
  })
  it("puts a document on the shelf from its second page to its last but one", () => {
    const drawn = { title: "讲义", ext: ".pdf", pages: 10, width: 595, height: 842, status: 2, version: 1, converted_pages: 10 }
    rememberPage("begun", 1, 1, drawn)
    rememberPage("half", 5, 2, drawn)
    rememberPage("done", 10, 3, drawn)
    rememberPage("unknown", 5, 4)
    expect(unfinishedDocuments().map(({ uuid, page }) => [uuid, page])).toEqual([["half", 5]])
    mergePositions([
      { ...drawn, uuid: "elsewhere", page: 7, at: 9 },
      { ...drawn, uuid: "half", page: 2, at: 1 },
    ])
    expect(
      unfinishedDocuments().map(({ uuid, page }) => [uuid, page]),
      "the newer position counts",
    ).toEqual([
      ["elsewhere", 7],
      ["half", 5],
    ])
  })
  it("is never older than any position it was derived from", () => {
    const anyPosition = fc.option(fc.record({ page: fc.integer({ min: 1, max: 99 }), at: fc.nat() }))
    fc.assert(
      fc.property(
        anyPosition,
        anyPosition,
        (localPosition, server) =>
          void expect(newerPosition(localPosition, server)?.at ?? -1).toBe(Math.max(localPosition?.at ?? -1, server?.at ?? -1)),
      ),
    )
  })
})
