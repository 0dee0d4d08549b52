import { maxRechargeCredits, readTierLines } from "../../contract/money/recharge.tiers"
import { credits, factor, fenOf, formatYuan, minus, scaled, tenths, wholeFactor, type Credits, type PriceFactor, type Fen } from "./money"

/*
 * The price of a recharge: one rule for the recharge panel and the server (docs/reference/specification.md 5, docs/decisions/063). No zod
 * in this file: browsers use it too.
 */

/** `factor` is that of this line; the price depends on all lines. */
export type Tier = { amount: Credits; factor: PriceFactor }

/** The maximum number of credits in one order. */
export const maxRecharge = credits(maxRechargeCredits)

/** Returns the tiers of the setting, in line order; skips lines that are not a tier. */
export const readTiers = (text: string | null | undefined): Tier[] =>
  readTierLines(text ?? "").map((line) => ({ amount: credits(line.amount), factor: factor(line.factor) }))

/** Returns the lowest factor of the tiers that the amount reaches; no discount if it reaches none. */
export const factorOf = (tiers: readonly Tier[], amount: Credits): PriceFactor =>
  tiers.reduce<PriceFactor>((lowest, tier) => (tier.amount <= amount && tier.factor < lowest ? tier.factor : lowest), wholeFactor)

/** Returns 无折扣, or "9.5折". */
export const badgeOf = (by: PriceFactor): string => (by === wholeFactor ? "无折扣" : `${tenths(by)}折`)

export type RechargePrice = {
  quantity: Credits
  factor: PriceFactor
  badge: string
  /** the price without discount and the price to pay, in 分 and formatted */
  list_fen: Fen
  fen: Fen
  list: string
  price: string
  /** the price to pay in credits, and the discount in credits */
  amount: Credits
  coupon_amount: Credits
}

/**
 * Returns the price of `quantity` credits; null if the site has no exchange rate (credits per yuan) or the amount cannot be ordered. 0
 * costs nothing.
 */
export const rechargePrice = (tiers: readonly Tier[], exchange: number, quantity: number): RechargePrice | null => {
  if (!Number.isSafeInteger(exchange) || exchange < 1) return null
  if (!Number.isSafeInteger(quantity) || quantity < 0 || quantity > maxRecharge) return null
  const whole = credits(quantity)
  const by = factorOf(tiers, whole)
  const [list_fen, fen] = [fenOf(whole, exchange), fenOf(whole, exchange, by)]
  const amount = scaled(whole, by)
  return {
    quantity: whole,
    factor: by,
    badge: badgeOf(by),
    list_fen,
    fen,
    list: formatYuan(list_fen),
    price: formatYuan(fen),
    amount,
    coupon_amount: minus(whole, amount),
  }
}

/** Returns the price at which `quantity` credits are sold; null if they are not: an amount worth less than one 分 is not given away. */
export const salePrice = (tiers: readonly Tier[], exchange: number, quantity: number): RechargePrice | null => {
  const price = rechargePrice(tiers, exchange, quantity)
  return price && price.fen >= 1 ? price : null
}

/**
 * Returns the cards of the recharge panel. Duplicate amounts become one card. Each card displays the price that is charged, even if the
 * factors do not decrease with the amount.
 */
export const rechargeCards = (text: string | null | undefined, exchange: number): RechargePrice[] => {
  const tiers = readTiers(text)
  return [...new Set(tiers.map(({ amount }) => amount))].flatMap((amount) => rechargePrice(tiers, exchange, amount) ?? [])
}
