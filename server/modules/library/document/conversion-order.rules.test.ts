import { describe, expect, test } from "vitest"
import {
  compareTurns,
  compareUrgency,
  countPassed,
  findDue,
  mustYield,
  turnsBeforeFinishing,
  type ConversionCandidate,
} from "./conversion-order.rules"

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

describe("a document in eight turns is finished", () => {
  const half = (id: number, values: Partial<ConversionCandidate> = {}) => of(id, { hasPage: true, ...values })
  const passed = turnsBeforeFinishing

  test("the most urgent and oldest half converted document is due after seven turns of documents without a page", () => {
    const waiting = [of(1), half(4), half(3, { served: 9 }), half(2, { size: 20_000_000 })]
    expect(findDue(waiting, passed - 1)).toBeNull()
    expect(findDue(waiting, passed)?.id).toBe(3)
    expect(findDue([...waiting, half(5, { hasVisitor: true })], passed)?.id).toBe(5)
    expect(findDue([of(1), of(2, { redrawn: true }), half(3, { suspect: true }), half(4, { shared: true })], passed)).toBeNull()
  })

  test("what staff moved to the front goes first", () => {
    expect(findDue([of(1, { first: true }), half(2)], passed)).toBeNull()
    expect(findDue([of(1, { first: true, suspect: true }), half(2)], passed)?.id).toBe(2)
  })

  test("only turns that a half converted document has missed are counted", () => {
    expect(countPassed(3, of(1), [of(1), of(2), half(3)])).toBe(4)
    expect(countPassed(3, of(1), [of(1), of(2)])).toBe(0)
    expect(countPassed(3, half(3), [half(3), of(1)])).toBe(0)
  })

  test("it keeps its turn before documents without a page, but not before a visitor, staff, or the end of its time", () => {
    const working = { sliceOver: false, due: true }
    expect(mustYield(half(1), of(2), working)).toBe(false)
    expect(mustYield(half(1), of(2), { ...working, due: false })).toBe(true)
    expect(mustYield(half(1), of(2), { ...working, sliceOver: true })).toBe(true)
    expect(mustYield(half(1), of(2, { hasVisitor: true }), working)).toBe(true)
    expect(mustYield(half(1), half(2, { first: true }), working)).toBe(true)
    expect(mustYield(half(1), half(2), working)).toBe(false)
  })
})

describe("a backlog of 300 documents of 10 pages", () => {
  type Costs = { firstPageMs: number; pageMs: number; owners: number; finishing: boolean }

  const firstOf = (rows: ConversionCandidate[]) => rows.reduce((first, one) => (compareTurns(one, first) < 0 ? one : first))

  /** Converts the backlog with one slot. Returns when the first and the last document were finished, and the last first page, in seconds. */
  const convertBacklog = ({ firstPageMs, pageMs, owners, finishing }: Costs) => {
    const waiting = new Map<number, { drawn: number; user_id: number }>()
    for (let n = 0; n < 300; n += 1) waiting.set(n + 1, { drawn: 0, user_id: n % owners })
    const served = new Map<number, number>()
    const ends: number[] = []
    const candidateOf = ([id, { drawn, user_id }]: [number, { drawn: number; user_id: number }]) =>
      of(id, { user_id, hasPage: drawn > 0, served: served.get(user_id) ?? 0 })
    let [now, turns, passed, lastFirstPage] = [0, 0, 0, 0]
    while (waiting.size > 0) {
      const rows = [...waiting].map(candidateOf)
      const due = finishing ? findDue(rows, passed) : null
      const { id, user_id } = due ?? firstOf(rows)
      const document = waiting.get(id)!
      passed = countPassed(passed, candidateOf([id, document]), rows)
      served.set(user_id, (turns += 1))
      const since = now
      const others = [...waiting].filter(([other]) => other !== id).map(candidateOf)
      for (let yields = false; !yields && document.drawn < 10;) {
        now += document.drawn === 0 ? firstPageMs : pageMs
        document.drawn += 1
        if (document.drawn === 1) lastFirstPage = now
        const state = { sliceOver: now - since >= 2_000, due: due !== null }
        // as in a process, others are looked at after the first page and at the end of a slice
        const isLook = others.length > 0 && (document.drawn === 1 || state.sliceOver)
        yields = isLook && mustYield(candidateOf([id, document]), firstOf(others), state)
      }
      if (document.drawn < 10) continue
      ends.push(now)
      waiting.delete(id)
    }
    return { firstEnd: ends[0]! / 1_000, lastEnd: ends.at(-1)! / 1_000, lastFirstPage: lastFirstPage / 1_000 }
  }

  test.each([
    { firstPageMs: 800, pageMs: 130, owners: 1 },
    { firstPageMs: 800, pageMs: 130, owners: 300 },
    { firstPageMs: 1_000, pageMs: 900, owners: 30 },
  ])("the first is finished within a minute, and the last as early as without it: %o", (costs) => {
    const before = convertBacklog({ ...costs, finishing: false })
    const after = convertBacklog({ ...costs, finishing: true })
    expect(before.firstEnd).toBeGreaterThan(200)
    expect(after.firstEnd).toBeLessThan(60)
    expect(after.lastEnd).toBeLessThanOrEqual(before.lastEnd)
    expect(after.lastFirstPage / before.lastFirstPage).toBeLessThan(1.5)
  })
})
