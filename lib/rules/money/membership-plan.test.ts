import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { VipType } from "../../contract/money/membership.enums"
import { fen } from "./money"
import { bestDiscount, cardPeriod, planCredits, planOf, type PlanSettings } from "./membership-plan"

const none = { price: 0, original_price: 0, document_discount: 0, download: 0, times_every_day: 0 }
const settings = (year: Partial<typeof none>): PlanSettings =>
  Object.fromEntries(
    ["year", "quarter", "month"].flatMap((name) =>
      Object.entries({ ...none, ...(name === "year" && year) }).map(([key, value]) => [`${name}_${key}`, value]),
    ),
  ) as PlanSettings

describe("membership plans", () => {
  test("a plan is defined by its settings; one without a price is not sold", () => {
    const year = { price: 19_900, original_price: 29_900, document_discount: 80, download: 400, times_every_day: 10 }
    expect(planOf(settings(year), VipType.year)).toEqual({
      type: 0,
      days: 365,
      fen: 19_900,
      original_fen: 29_900,
      discount: 80,
      download: 400,
      times: 10,
    })
    expect(planOf(settings({ price: 500, original_price: 100 }), VipType.year)).toMatchObject({ fen: 500, original_fen: 500 })
    for (const type of [VipType.quarter, VipType.month, 3, -1]) expect(planOf(settings(year), type)).toBeNull()
  })
  test("prices in credits are rounded half up, never to zero, and the discount is the rest", () => {
    const cost = (price: number, original: number, exchange: number) =>
      planCredits({ fen: fen(price), original_fen: fen(original) }, exchange)
    expect(cost(1_990, 2_990, 1)).toEqual({ price: 30, amount: 20, coupon_amount: 10 })
    expect(cost(1_990, 1_990, 10)).toEqual({ price: 199, amount: 199, coupon_amount: 0 })
    expect(cost(1, 1, 10)).toEqual({ price: 1, amount: 1, coupon_amount: 0 })
  })
})

describe("membership cards", () => {
  const now = new Date("2026-11-20T04:00:00Z")
  const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000
  test.each([
    [VipType.year, 365],
    [VipType.quarter, 92],
    [VipType.month, 31],
  ])("type %d lasts %d days, from now or from the end of the previous card", (type, length) => {
    for (const [ends, begins] of [
      [null, now],
      [new Date(now.getTime() - 1), now],
      [now, now],
      [new Date(now.getTime() + 5), new Date(now.getTime() + 5)],
    ] as const) {
      const { joined_at, expired_at } = cardPeriod(type, now, ends)
      expect(joined_at).toEqual(begins)
      expect(days(joined_at, expired_at)).toBe(length)
    }
  })
  test("the lowest discount applies; 0 means none", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (all) => {
        const given = all.filter((one) => one > 0)
        expect(bestDiscount(all.map((discount) => ({ discount })))).toBe(given.length ? Math.min(...given) : 100)
      }),
    )
  })
})
