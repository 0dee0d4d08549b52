import fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { lastPosition, newerPosition, pageToOffer, rememberPage } from "./last-page"

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
