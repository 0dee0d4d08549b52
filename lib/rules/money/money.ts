import { readFactor, wholeFactorValue } from "../../contract/money/recharge.tiers"

/*
 * Amounts, kept apart by their types, so that units cannot be mixed up. No amount passes through floating point: each is an integer within
 * ±(2^53 − 1), and exceeding that range is a bug that throws, never a rounded amount. Quotients are rounded once, half up
 * (docs/decisions/063). No zod in this file: browsers use it too.
 */

declare const unit: unique symbol
type Amount<U extends string> = number & { readonly [unit]: U }

/** The site's currency, 魔豆. A transaction amount may be negative. */
export type Credits = Amount<"credits">
/** Money in 分, a hundredth of a yuan. */
export type Fen = Amount<"fen">
/** A percentage from 0 to 100: 85 percent of a price is 8.5 折. */
export type Percent = Amount<"percent">
/** The multiplier for the price of a recharge, in ten-thousandths: 9500 is 0.95, and `wholeFactor` leaves the price unchanged. */
export type PriceFactor = Amount<"factor">

/** @throws RangeError if the value is not an integer in its range. Input is validated earlier, so this is always a bug */
const whole = <U extends string>(value: number, name: U, min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Amount<U> => {
  if (!Number.isSafeInteger(value) || value < min || value > max) throw new RangeError(`not an amount of ${name}: ${value}`)
  return value as Amount<U>
}

export const credits = (value: number): Credits => whole(value, "credits")
export const fen = (value: number): Fen => whole(value, "fen")
export const percent = (value: number): Percent => whole(value, "percent", 0, 100)
export const factor = (value: number): PriceFactor => whole(value, "factor", 1, wholeFactorValue)

/** No discount. */
export const wholeFactor: PriceFactor = factor(wholeFactorValue)

export const noCredits = credits(0)
export const noFen = fen(0)

/** Sum and difference of two amounts of the same unit. */
export const plus = <A extends Credits | Fen>(a: A, b: A): A => whole(a + b, "sum") as unknown as A
export const minus = <A extends Credits | Fen>(a: A, b: A): A => whole(a - b, "difference") as unknown as A

/** Returns the product of `factors` divided by `divisor`, rounded half up. All are non-negative integers, the divisor is positive. */
const quotient = (factors: readonly number[], divisor: number): number => {
  const product = factors.reduce((result, one) => result * BigInt(one), 1n)
  return Number((2n * product + BigInt(divisor)) / (2n * BigInt(divisor)))
}

/** Returns the share of an amount, rounded half up: 85 percent of 15 credits are 13. */
export const shareOf = (amount: Credits, share: Percent): Credits => credits(quotient([amount, share], 100))

/** Returns a discounted price: at least one credit unless there is no price, so that rounding gives nothing away. */
export const discounted = (price: Credits, share: Percent): Credits => (price > 0 ? credits(Math.max(1, shareOf(price, share))) : price)

/** Like `shareOf`, but rounded down: another user's payout is never more than their share of the payment. */
export const shareBelow = (amount: Credits, share: Percent): Credits => credits(Number((BigInt(amount) * BigInt(share)) / 100n))

/** Multiplies an amount of credits by a factor, rounded half up. */
export const scaled = (amount: Credits, by: PriceFactor): Credits => credits(quotient([amount, by], wholeFactorValue))

/** Returns the price of credits in money; `exchange` credits are one yuan. The factor is applied before the single rounding. */
export const fenOf = (amount: Credits, exchange: number, by: PriceFactor = wholeFactor): Fen =>
  fen(quotient([amount, 100, by], exchange * wholeFactorValue))

/** Returns the price of something that is sold for credits or money: at least one 分 unless it costs no credits. */
export const chargeOf = (amount: Credits, exchange: number): Fen => (amount > 0 ? fen(Math.max(1, fenOf(amount, exchange))) : fen(0))

/** Converts an amount of money to credits, rounded half up. */
export const creditsOf = (amount: Fen, exchange: number): Credits => credits(quotient([amount, exchange], 100))

/** Parses "1234.5" to 123450 分; null unless it is a plain decimal number with at most two decimals. */
export const parseYuan = (text: string): Fen | null => {
  const [, sign, yuan, rest = ""] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (yuan === undefined) return null
  const value = Number(yuan + rest.padEnd(2, "0"))
  return fen(sign && value ? -value : value)
}

/** Formats 123450 as "1234.50", always with two decimals. */
export const formatYuan = (amount: Fen): string => {
  const digits = String(Math.abs(amount)).padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses "0.95", ".855" or "1"; null unless it is a number above 0 and at most 1 with at most four decimals. */
export const parseFactor = (text: string): PriceFactor | null => {
  const value = readFactor(text)
  return value === null ? null : factor(value)
}

/** Formats a factor in tenths, as Chinese discounts are written: "9.5" for 9500 (8.55 becomes "8.6"). */
export const tenths = (by: PriceFactor): string => {
  const value = String(quotient([by], 100)).padStart(2, "0")
  return `${value.slice(0, -1)}.${value.slice(-1)}`
}

/** Like `tenths`, for a percentage: "8.5" for 85. */
export const tenthsOf = (share: Percent): string => {
  const value = String(share).padStart(2, "0")
  return `${value.slice(0, -1)}.${value.slice(-1)}`
}
