import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { refusedTiers } from "../../contract/money/recharge.tiers"
import { credits, factor, fenOf, parseYuan } from "./money"
import { badgeOf, factorOf, maxRecharge, readTiers, rechargeCards, rechargePrice, salePrice } from "./recharge"

const common = "100:1\n500:0.95\n1000:0.9"
const priceSummary = (text: string, exchange: number, quantity: number) => {
  const price = rechargePrice(readTiers(text), exchange, quantity)
  return price && [price.factor / 10_000, price.badge, `${price.list} → ${price.price}`]
}

describe("worked examples", () => {
  test.each<[string, number, number, number, string, string]>([
    [common, 10, 0, 1, "无折扣", "0.00 → 0.00"],
    [common, 10, 99, 1, "无折扣", "9.90 → 9.90"],
    [common, 10, 100, 1, "无折扣", "10.00 → 10.00"],
    [common, 10, 500, 0.95, "9.5折", "50.00 → 47.50"],
    [common, 10, 700, 0.95, "9.5折", "70.00 → 66.50"],
    [common, 10, 1000, 0.9, "9.0折", "100.00 → 90.00"],
    [common, 10, 2000, 0.9, "9.0折", "200.00 → 180.00"],
    ["100:0.8\n1000:0.9", 10, 1000, 0.8, "8.0折", "100.00 → 80.00"],
    ["50:0.855\n 200 : 0.88 ", 7, 50, 0.855, "8.6折", "7.14 → 6.11"],
    ["50:0.855\n 200 : 0.88 ", 7, 700, 0.855, "8.6折", "100.00 → 85.50"],
    ["", 10, 500, 1, "无折扣", "50.00 → 50.00"],
  ])("%j at %d: %d credits", (text, exchange, quantity, by, badge, price) =>
    expect(priceSummary(text, exchange, quantity)).toEqual([by, badge, price]),
  )

  test("cards show the charged price, also where the lines do not fall with the amount", () => {
    const cards = (text: string) => rechargeCards(text, 10).map(({ quantity, badge, price }) => [quantity, badge, price])
    expect(cards(common)).toEqual([
      [100, "无折扣", "10.00"],
      [500, "9.5折", "47.50"],
      [1000, "9.0折", "90.00"],
    ])
    expect(cards("100:0.8\n1000:0.9")).toEqual([
      [100, "8.0折", "8.00"],
      [1000, "8.0折", "80.00"],
    ])
    expect(cards("100:0.9\n100:0.8")).toEqual([[100, "8.0折", "8.00"]])
  })

  test("Windows line endings and blank lines are valid", () => {
    const tiers = readTiers("100:1\r\n500:0.95\r\n\r\n1000:.9\r")
    expect(tiers.map(({ amount, factor }) => [amount, factor])).toEqual([
      [100, 10_000],
      [500, 9_500],
      [1000, 9_000],
    ])
    expect(refusedTiers("100:1\r\n500:0.95\r\n\r\n")).toBeNull()
  })

  test("the price in credits is rounded half up, and the discount is the rest", () => {
    expect(rechargePrice(readTiers("1:0.95"), 10, 15)).toMatchObject({ amount: 14, coupon_amount: 1, fen: 143, list_fen: 150 })
  })
})

describe("malformed tiers", () => {
  test.each([
    null,
    undefined,
    "",
    "\n\n",
    "abc",
    ":",
    "100",
    "100:",
    ":0.9",
    "0:0.9",
    "-5:0.9",
    "1.5:0.9",
    "100:0",
    "100:1.5",
    "100:-1",
    "1e3:0.9",
    "100：0.9",
    "100:0.9:0.8",
    "1000001:0.9",
    "100:NaN",
  ])("%j yields no tiers", (text) => expect(readTiers(text)).toEqual([]))
  test("a malformed line does not affect the others, and is named when the setting is saved", () => {
    expect(readTiers("abc\n500:0.95\n:").map(({ amount }) => amount)).toEqual([500])
    expect(refusedTiers("500:0.95\n600:9折")).toContain("“600:9折”不对")
  })
  test("a line with full-width digits or signs is named, because an existing server would not grant its discount", () => {
    expect(refusedTiers("100:1\n５００：０．９５")).toContain("“５００：０．９５”不对")
  })
  test.each([0, -1, 0.5, NaN])("an exchange rate of %s sells nothing", (exchange) => {
    expect(rechargePrice([], exchange, 100)).toBeNull()
    expect(rechargeCards(common, exchange)).toEqual([])
  })
  test.each([-1, 0.5, NaN, Infinity, maxRecharge + 1])("%s credits cannot be ordered", (quantity) =>
    expect(rechargePrice([], 10, quantity)).toBeNull(),
  )
})

describe("for any tiers", () => {
  const tier = fc.record({
    amount: fc.integer({ min: 1, max: 5_000 }).map(credits),
    factor: fc.integer({ min: 1, max: 10_000 }).map(factor),
  })
  const tiers = fc.array(tier, { maxLength: 8 })
  const quantities = fc.integer({ min: 0, max: 6_000 })
  const exchanges = fc.integer({ min: 1, max: 1_000 })

  test("the price uses the lowest factor reached, never exceeds the undiscounted price, and adds up", () => {
    fc.assert(
      fc.property(tiers, exchanges, quantities, (all, exchange, quantity) => {
        const price = rechargePrice(all, exchange, quantity)!
        const reached = all.filter(({ amount }) => amount <= quantity).map((one) => Number(one.factor))
        expect(price.factor).toBe(Math.min(10_000, ...reached))
        expect(price.fen).toBeLessThanOrEqual(price.list_fen)
        expect(price.list_fen).toBe(fenOf(credits(quantity), exchange))
        expect(price.amount + price.coupon_amount).toBe(quantity)
        expect([parseYuan(price.list), parseYuan(price.price)]).toEqual([price.list_fen, price.fen])
        expect(price.badge).toBe(badgeOf(price.factor))
      }),
    )
  })
  test("credits that are sold cost at least one 分, and no rounding gives them away", () => {
    const rates = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(tiers, rates, quantities, (all, exchange, quantity) => {
        const [price, sold] = [rechargePrice(all, exchange, quantity)!, salePrice(all, exchange, quantity)]
        expect(sold?.fen ?? 1).toBeGreaterThanOrEqual(1)
        expect(sold).toEqual(price.fen === 0 ? null : price)
      }),
    )
  })
  test("more credits never have a higher factor, and the order of the lines does not matter", () => {
    fc.assert(
      fc.property(tiers, quantities, quantities, (all, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map(credits)
        expect(factorOf(all, high!)).toBeLessThanOrEqual(factorOf(all, low!))
        expect(factorOf(all.toReversed(), low!)).toBe(factorOf(all, low!))
      }),
    )
  })
  test("formatted tiers parse back, and any text parses without an error", () => {
    fc.assert(
      fc.property(tiers, (all) => {
        const text = all.map((one) => `${one.amount}:${one.factor / 10_000}`).join("\r\n")
        expect(readTiers(text)).toEqual(all)
        expect(refusedTiers(text)).toBeNull()
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { amount, factor: by } of readTiers(text)) expect(amount > 0 && by > 0 && by <= 10_000).toBe(true)
      }),
    )
  })
})
