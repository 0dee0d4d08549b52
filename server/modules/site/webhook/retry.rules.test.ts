import { expect, test } from "vitest"
import { nextTry, retryAfter } from "./retry.rules"

const now = new Date("2026-01-01T00:00:00Z")
const secondsUntil = (next: Date | null) => (next ? (next.getTime() - now.getTime()) / 1_000 : null)

test("the pause before a retry grows by at most a tenth", () => {
  expect([0, 0.5, 1].map((jitter) => secondsUntil(nextTry(2, now, null, jitter)))).toEqual([300, 315, 330])
})

test("a receiver may ask for a longer pause, up to a day", () => {
  expect(secondsUntil(nextTry(1, now, 900, 0))).toBe(900)
  expect(secondsUntil(nextTry(3, now, 5, 0))).toBe(1_800)
  expect(secondsUntil(nextTry(1, now, 1_000_000, 0))).toBe(86_400)
})

test("after the last pause a delivery fails for good", () => {
  expect(nextTry(retryAfter.length + 1, now, null, 0)).toBeNull()
})
