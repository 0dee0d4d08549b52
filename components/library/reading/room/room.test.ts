import { describe, expect, it } from "vitest"
import { roomAfterScroll, roomAfterTap, zoneOf } from "./room"

describe("the bars around the pages", () => {
  it("fold after a short way down and return after a longer one up", () => {
    expect(roomAfterScroll("", 10)).toBe("")
    expect(roomAfterScroll("", 24)).toBe("bar")
    expect(roomAfterScroll("bar", -40)).toBe("bar")
    expect(roomAfterScroll("bar", -64)).toBe("")
  })

  it("stay away after a tap, wherever one scrolls, until the next tap", () => {
    expect(roomAfterTap("")).toBe("bare")
    expect(roomAfterTap("bar")).toBe("bare")
    expect(roomAfterScroll("bare", -500)).toBe("bare")
    expect(roomAfterTap("bare")).toBe("bar")
  })

  it("outer thirds turn pages", () => {
    expect([0, 124, 126, 249, 251, 375].map((left) => zoneOf(left, 375))).toEqual([-1, -1, 0, 0, 1, 1])
  })
})
