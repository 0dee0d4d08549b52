import fc from "fast-check"
import { expect, test } from "vitest"
import { afterAttempt, attemptStates, tradeNumber, type AttemptEvent, type AttemptState } from "./payment-attempt"

const events = ["close", "end", "pay", "exceed", "return"] as const

test.each<[AttemptState, AttemptEvent, AttemptState | null]>([
  ["begun", "close", "closed"],
  ["begun", "pay", "paid"],
  ["closed", "pay", "paid"],
  ["begun", "end", "over"],
  ["closed", "end", "over"],
  ["over", "pay", "paid"],
  ["over", "exceed", "surplus"],
  ["over", "close", null],
  ["paid", "end", null],
  ["closed", "exceed", "surplus"],
  ["paid", "exceed", null],
  ["paid", "close", null],
  ["surplus", "return", "returned"],
  ["surplus", "pay", null],
  ["returned", "return", null],
])("%s, %s: %s", (state, event, to) => expect(afterAttempt(state, event)).toBe(to))

test("money is taken once and refunded at most once, in any order of events", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (list) => {
      let state: AttemptState = "begun"
      const seen: AttemptState[] = []
      for (const event of list) {
        const to = afterAttempt(state, event)
        if (!to) continue
        state = to
        seen.push(to)
      }
      expect(seen.filter((one) => one === "paid" || one === "surplus").length).toBeLessThanOrEqual(1)
      expect(seen.filter((one) => one === "returned").length).toBeLessThanOrEqual(seen.includes("surplus") ? 1 : 0)
      expect(attemptStates).toContain(state)
    }),
  )
})

test("attempt numbers are digits, unique, and short enough for every gateway", () => {
  const numbers = [1, 2, 12, 999, 1_000, 1_800].map((one) => tradeNumber("20261120120000123456", one))
  expect(numbers[0]).toBe("20261120120000123456001")
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const one of numbers) expect(one).toMatch(/^\d{20,32}$/)
})
