import { readFactor, wholeFactorValue } from "../../contract/money/recharge.tiers"

/*
 * Amounts, kept apart by their types: none of them is taken for another, and none passes through floating point. Each is a whole
 * number within ±(2^53 − 1); what would leave that is an error of the program, not a rounded amount. Quotients are rounded once, half up
 * (docs/decisions/063). No zod in this file: browsers use it too.
 */

declare const unit: unique symbol
type Amount<U extends string> = number & { readonly [unit]: U }

/** The site's own unit, 魔豆. A movement may be negative. */
export type Credits = Amount<"credits">
/** Money: a hundredth of a yuan, 分. */
export type Fen = Amount<"fen">
/** A share of 0 to 100: 85 of a price is 8.5 折. */
export type Percent = Amount<"percent">
/** What a recharge is multiplied by, in ten-thousandths: 9500 is 0.95, and `wholeFactor` leaves it as it is. */
export type Factor = Amount<"factor">

/** @throws where a value is not a whole number in its range: amounts are checked where they come in, so this is a fault of ours */
const whole = <U extends string>(value: number, name: U, min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Amount<U> => {
  if (!Number.isSafeInteger(value) || value < min || value > max) throw new RangeError(`not an amount of ${name}: ${value}`)
  return value as Amount<U>
}

export const credits = (value: number): Credits => whole(value, "credits")
export const fen = (value: number): Fen => whole(value, "fen")
export const percent = (value: number): Percent => whole(value, "percent", 0, 100)
export const factor = (value: number): Factor => whole(value, "factor", 1, wholeFactorValue)

/** No discount. */
export const wholeFactor: Factor = factor(wholeFactorValue)

export const noCredits = credits(0)
export const noFen = fen(0)

/** Sum and difference of amounts of the same unit. */
export const plus = <A extends Credits | Fen>(a: A, b: A): A => whole(a + b, "sum") as unknown as A
export const minus = <A extends Credits | Fen>(a: A, b: A): A => whole(a - b, "difference") as unknown as A

/** The product of `factors` divided by `divisor`, half up. All are whole and not negative, the divisor positive. */
const quotient = (factors: readonly number[], divisor: number): number => {
  const product = factors.reduce((result, one) => result * BigInt(one), 1n)
  return Number((2n * product + BigInt(divisor)) / (2n * BigInt(divisor)))
}

/** The share of an amount, half up: 85 percent of 15 credits are 13. */
export const shareOf = (amount: Credits, share: Percent): Credits => credits(quotient([amount, share], 100))

/** The same, rounded down: what somebody else is given is never more than their share of what was paid. */
export const shareBelow = (amount: Credits, share: Percent): Credits => credits(Number((BigInt(amount) * BigInt(share)) / 100n))

/** An amount of credits with a factor, half up. */
export const scaled = (amount: Credits, by: Factor): Credits => credits(quotient([amount, by], wholeFactorValue))

/** What credits cost: `exchange` credits are one yuan. The factor is applied before the one rounding. */
export const fenOf = (amount: Credits, exchange: number, by: Factor = wholeFactor): Fen =>
  fen(quotient([amount, 100, by], exchange * wholeFactorValue))

/** How many credits a sum of money is, half up. */
export const creditsOf = (amount: Fen, exchange: number): Credits => credits(quotient([amount, exchange], 100))

/** "1234.5" → 123450 分; null for anything but a plain decimal number with at most two decimals. */
export const parseYuan = (text: string): Fen | null => {
  const [, sign, yuan, rest = ""] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (yuan === undefined) return null
  const value = Number(yuan + rest.padEnd(2, "0"))
  return fen(sign && value ? -value : value)
}

/** 123450 → "1234.50", always with two decimals. */
export const formatYuan = (amount: Fen): string => {
  const digits = String(Math.abs(amount)).padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "0.95", ".855" or "1"; null where it is no number above 0 and up to 1 with at most four decimals. */
export const parseFactor = (text: string): Factor | null => {
  const value = readFactor(text)
  return value === null ? null : factor(value)
}

/** Tenths as people say discounts: "9.5" of 9500 (8.55 becomes "8.6"). */
export const tenths = (by: Factor): string => {
  const value = String(quotient([by], 100)).padStart(2, "0")
  return `${value.slice(0, -1)}.${value.slice(-1)}`
}

/** The same of a percent: "8.5" of 85. */
export const tenthsOf = (share: Percent): string => {
  const value = String(share).padStart(2, "0")
  return `${value.slice(0, -1)}.${value.slice(-1)}`
}
