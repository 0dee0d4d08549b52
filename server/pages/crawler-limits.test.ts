import { expect, test } from "vitest"
import { createCrawlerLimits } from "./crawler-limits"

const limits = () => {
  const clock = { now: 0, inFlight: 0 }
  const { mayRender } = createCrawlerLimits(
    () => clock.inFlight,
    () => clock.now,
  )
  /** How many of 1,000 requests in `ms` are rendered. */
  const rendersIn = (ms: number, crawler: string, perMinute: number) =>
    Array.from({ length: 1_000 }, () => {
      clock.now += ms / 1_000
      return mayRender(crawler, perMinute)
    }).filter(Boolean).length
  return { clock, mayRender, rendersIn }
}

test("a crawler causes as many renders as the setting allows, each crawler for itself", () => {
  const { rendersIn } = limits()
  // a burst of ten seconds, then 60 a minute
  expect(rendersIn(60_000, "gptbot", 60)).toBeGreaterThanOrEqual(68)
  expect(rendersIn(60_000, "gptbot", 60)).toBeLessThanOrEqual(61)
  expect(rendersIn(1, "baiduspider", 60)).toBe(10)
  expect(rendersIn(60_000, "bingbot", 0), "0 = unlimited").toBe(1_000)
})

test("a browser is no crawler", () => expect(limits().mayRender("Mozilla/5.0 (X11; Linux) Chrome/150.0", 1)).toBeNull())

test("the allowance shrinks while renders are under way, and never ends", () => {
  const { clock, rendersIn } = limits()
  rendersIn(60_000, "Somebot/1.0", 60)
  clock.inFlight = 4
  expect(rendersIn(60_000, "Somebot/1.0", 60)).toBeCloseTo(30, -1)
  clock.inFlight = 36
  const few = rendersIn(60_000, "Somebot/1.0", 60)
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThan(10)
})
