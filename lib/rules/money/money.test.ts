import fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import {
  credits,
  creditsOf,
  factor,
  fen,
  chargeOf,
  discounted,
  fenOf,
  formatYuan,
  minus,
  parseFactor,
  parseYuan,
  percent,
  plus,
  scaled,
  shareBelow,
  shareOf,
  tenths,
  tenthsOf,
  type Credits,
  type PriceFactor,
  type Fen,
  type Percent,
} from "./money"

const large = fc.integer({ min: 0, max: 1_000_000_000 })
const shares = fc.integer({ min: 0, max: 100 }).map(percent)
const factors = fc.integer({ min: 1, max: 10_000 }).map(factor)
const exchanges = fc.integer({ min: 1, max: 100_000 })

describe("amount types", () => {
  test("no type is assignable to another, nor a plain number to any of them", () => {
    expectTypeOf<Credits>().not.toExtend<Fen>()
    expectTypeOf<Fen>().not.toExtend<Credits>()
    expectTypeOf<Percent>().not.toExtend<PriceFactor>()
    expectTypeOf<Percent>().not.toExtend<Credits>()
    expectTypeOf<number>().not.toExtend<Credits>()
    expectTypeOf<number>().not.toExtend<Fen>()
    expectTypeOf<Credits>().toExtend<number>()
    expectTypeOf(plus<Fen>).returns.toEqualTypeOf<Fen>()
  })

  test.each([0.5, NaN, Infinity, -Infinity, 2 ** 53])("%s is not an amount", (value) => {
    for (const make of [credits, fen, percent, factor]) expect(() => make(value)).toThrow("not an amount")
  })
  test("a share has bounds, an amount only those of a safe integer", () => {
    for (const value of [-1, 101]) expect(() => percent(value)).toThrow("not an amount of percent")
    for (const value of [0, 10_001]) expect(() => factor(value)).toThrow("not an amount of factor")
    expect([credits(-5), fen(-5), percent(100), factor(1)]).toEqual([-5, -5, 100, 1])
    expect(() => plus(credits(Number.MAX_SAFE_INTEGER), credits(1))).toThrow("not an amount of sum")
    expect(minus(fen(3), fen(5))).toBe(-2)
  })
})

describe("money as text", () => {
  test.each([
    ["0", 0],
    ["1", 100],
    ["1.5", 150],
    ["19.90", 1990],
    [" 1234.56 ", 123_456],
    ["-0.01", -1],
    ["-0", 0],
    ["007", 700],
  ])("%s yuan are %d fen", (text, value) => expect(parseYuan(text)).toBe(value))
  test.each(["", ".", "1.", ".5", "1.234", "1,000", "1e3", "１", "--1", "+1", "1 2", "99999999999999", "NaN"])("%j is not money", (text) =>
    expect(parseYuan(text)).toBeNull(),
  )
  test("formatted text parses back, for every amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (value) => {
        const text = formatYuan(fen(value))
        expect(text).toMatch(/^-?\d+\.\d\d$/)
        expect(parseYuan(text)).toBe(value)
      }),
    )
    expect([0, 5, 50, 1990, -1990].map((value) => formatYuan(fen(value)))).toEqual(["0.00", "0.05", "0.50", "19.90", "-19.90"])
  })
})

describe("factors and percentages as text", () => {
  test.each([
    ["1", 10_000],
    ["0.95", 9_500],
    [".855", 8_550],
    [" 0.9 ", 9_000],
    ["1.0000", 10_000],
    ["0.0001", 1],
    ["0.9.", null],
    ["0", null],
    ["1.0001", null],
    ["2", null],
    ["0.00001", null],
    ["-0.5", null],
    ["", null],
    [".", null],
    ["9折", null],
    ["1e-1", null],
  ])("%j is %s ten-thousandths", (text, value) => expect(parseFactor(text)).toBe(value))
  test("tenths have one decimal, rounded half up", () => {
    expect([10_000, 9_500, 9_000, 8_550, 8_549, 100, 50, 49].map((value) => tenths(factor(value)))).toEqual([
      "10.0",
      "9.5",
      "9.0",
      "8.6",
      "8.5",
      "0.1",
      "0.1",
      "0.0",
    ])
    expect([100, 85, 90, 5, 0].map((value) => tenthsOf(percent(value)))).toEqual(["10.0", "8.5", "9.0", "0.5", "0.0"])
  })
})

describe("quotients are rounded once, half up", () => {
  /** Rounding half up in whole numbers: round up if twice the remainder is at least the divisor. */
  const halfUp = (product: bigint, divisor: bigint) => Number(product / divisor + (2n * (product % divisor) >= divisor ? 1n : 0n))

  test("for every amount", () => {
    fc.assert(
      fc.property(large, shares, factors, exchanges, (value, share, by, exchange) => {
        const [amount, n] = [credits(value), BigInt(value)]
        expect(shareOf(amount, share)).toBe(halfUp(n * BigInt(share), 100n))
        // a discount gives nothing away
        expect(discounted(amount, share)).toBe(value > 0 ? Math.max(1, shareOf(amount, share)) : 0)
        expect(scaled(amount, by)).toBe(halfUp(n * BigInt(by), 10_000n))
        expect(fenOf(amount, exchange, by)).toBe(halfUp(n * 100n * BigInt(by), BigInt(exchange) * 10_000n))
        // what costs credits never costs nothing in money
        expect(chargeOf(amount, exchange)).toBe(value > 0 ? Math.max(1, fenOf(amount, exchange)) : 0)
        expect(creditsOf(fen(value), exchange)).toBe(halfUp(n * BigInt(exchange), 100n))
      }),
    )
  })
  test("shares lie between zero and the whole, and grow with amount and share", () => {
    fc.assert(
      fc.property(large, large, shares, (one, other, share) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map(credits) as [Credits, Credits]
        expect(shareOf(low, share)).toBeLessThanOrEqual(shareOf(high, share))
        expect(shareOf(high, share)).toBeLessThanOrEqual(high)
        expect(shareBelow(high, share)).toBeLessThanOrEqual(shareOf(high, share))
        expect(shareOf(high, percent(100))).toBe(high)
        expect(shareBelow(high, percent(100))).toBe(high)
        expect(shareOf(high, percent(0))).toBe(0)
      }),
    )
  })
  test("examples", () => {
    expect(shareOf(credits(15), percent(85))).toBe(13)
    expect(shareBelow(credits(15), percent(85))).toBe(12)
    expect(scaled(credits(15), factor(9_500))).toBe(14)
    expect(scaled(credits(10), factor(9_500))).toBe(10)
    expect(fenOf(credits(50), 7, factor(8_550))).toBe(611)
    expect(creditsOf(fen(1_990), 1)).toBe(20)
    expect(creditsOf(fen(1_990), 10)).toBe(199)
  })
})
