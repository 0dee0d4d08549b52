import { expect, test } from "vitest"
import { createTurns } from "./turns"

test("owners take turns, one item of each at a time", () => {
  const turns = createTurns<string>({ all: 10, each: 5 })
  for (const item of ["a1", "a2", "a3", "b1", "c1"]) expect(turns.add(item, item[0])).toBe(true)
  const [a1, b1, c1] = [turns.next()!, turns.next()!, turns.next()!]
  expect([a1.item, b1.item, c1.item]).toEqual(["a1", "b1", "c1"])
  expect(turns.next()).toBeUndefined()
  a1.back()
  turns.add("b2", "b")
  expect(turns.next()?.item).toBe("a2")
  expect(turns.next()).toBeUndefined()
  b1.back()
  expect(turns.next()?.item).toBe("b2")
})

test("an owner who fills the queue leaves room for others; items without an owner wait for no other", () => {
  const turns = createTurns<number>({ all: 5, each: 3 })
  expect([1, 2, 3, 4].map((item) => turns.add(item, "a"))).toEqual([true, true, true, false])
  expect([turns.add(5), turns.add(6), turns.add(7)]).toEqual([true, true, false])
  expect([turns.next()?.item, turns.next()?.item, turns.next()?.item, turns.next()?.item]).toEqual([1, 5, 6, undefined])
  expect(turns.add(8, "b")).toBe(true)
  expect(turns.clear()).toEqual([2, 3, 8])
  expect(turns.next()).toBeUndefined()
})
