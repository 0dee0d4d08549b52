import { expect, test } from "vitest"
import { adPositions, roomOf } from "./advertisement.positions"

test("contains every position of the specification", () => expect(new Set(adPositions).size).toBe(17))

test("the space of a position: all its advertisements with the gaps between them, default heights if unmeasured", () => {
  expect(roomOf("list_nav_bottom", [{ desktop: 100, phone: 50 }])).toEqual({ desktop: 100, phone: 50 })
  expect(
    roomOf("list_nav_bottom", [
      { desktop: 100, phone: 50 },
      { desktop: 0, phone: 0 },
    ]),
  ).toEqual({ desktop: 202, phone: 122 })
  expect(
    roomOf("global_top", [
      { desktop: 100, phone: 50 },
      { desktop: 0, phone: 0 },
    ]),
  ).toEqual({ desktop: 190, phone: 110 })
})
