import { describe, expect, test } from "vitest"
import { compareTurns, compareUrgency, type ConversionCandidate } from "./conversion-order.rules"

const of = (id: number, values: Partial<ConversionCandidate> = {}): ConversionCandidate => ({
  id,
  user_id: 1,
  size: 1_000,
  suspect: false,
  first: false,
  redrawn: false,
  views: 0,
  shared: false,
  hasPage: false,
  hasVisitor: false,
  served: 0,
  ...values,
})

describe("the order of conversions", () => {
  test("documents without a page first, then requested pages, small before large, users in turn, older before newer", () => {
    const inOrder = [
      of(9, { hasVisitor: true, size: 50_000_000, served: 7 }),
      of(8, { served: 1 }),
      of(6, { served: 2 }),
      of(7, { served: 2 }),
      of(5, { size: 2_000_000 }),
      of(4, { size: 20_000_000 }),
      of(3, { hasPage: true, hasVisitor: true, size: 20_000_000 }),
      of(2, { hasPage: true }),
      of(1, { hasPage: true, size: 20_000_000 }),
      of(12, { shared: true }),
      of(14, { redrawn: true, views: 90, size: 50_000_000, served: 3 }),
      of(13, { redrawn: true, views: 5 }),
      of(11, { redrawn: true }),
      of(10, { suspect: true, hasVisitor: true }),
    ]
    expect(
      inOrder
        .toReversed()
        .toSorted(compareTurns)
        .map(({ id }) => id),
    ).toEqual(inOrder.map(({ id }) => id))
  })

  test("only a more urgent conversion interrupts a turn: another user of equal urgency waits for its end", () => {
    const atWork = of(1, { hasPage: true, served: 9 })
    expect(compareUrgency(of(2), atWork)).toBeLessThan(0)
    expect(compareUrgency(of(2, { hasPage: true, served: 1 }), atWork)).toBe(0)
    expect(compareTurns(of(2, { hasPage: true, served: 1 }), atWork)).toBeLessThan(0)
  })
})
