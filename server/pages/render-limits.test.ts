import { expect, test } from "vitest"
import { createRenderLimits } from "./render-limits"

test("a visitor may open a burst of new pages, then a fixed rate per second; others have their own budget [security: rendering-limited]", () => {
  let now = 0
  const { mayRender } = createRenderLimits({ perSecond: 2, atOnce: 5 }, () => now)
  const opened = (visitor: string, times: number) => Array.from({ length: times }, () => mayRender(visitor)).filter(Boolean).length
  expect(opened("a", 8)).toBe(5)
  expect(opened("b", 8)).toBe(5)
  now += 1_000
  expect(opened("a", 8)).toBe(2)
  // the saved-up allowance never exceeds the initial one
  now += 60_000
  expect(opened("a", 80)).toBe(5)
})
