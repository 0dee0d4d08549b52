import { maxRechargeCredits, readTierLines } from "../../contract/money/recharge.tiers"
import { credits, factor, fenOf, formatYuan, minus, scaled, tenths, wholeFactor, type Credits, type Factor, type Fen } from "./money"

/*
 * What a recharge costs: one rule for the panel and for the server (docs/reference/specification.md 5, docs/decisions/063). No zod in this file: browsers use it too.
 */

/** `factor` is that of its own line; what is charged follows from all lines. */
export type Tier = { amount: Credits; factor: Factor }

/** As many credits as one order may be for. */
export const maxRecharge = credits(maxRechargeCredits)

/** The tiers of the setting, in its order; lines that say anything else yield none. */
export const readTiers = (text: string | null | undefined): Tier[] =>
  readTierLines(text ?? "").map((line) => ({ amount: credits(line.amount), factor: factor(line.factor) }))

/** The lowest factor among the tiers that the amount reaches; none → no discount. */
export const factorOf = (tiers: readonly Tier[], amount: Credits): Factor =>
  tiers.reduce<Factor>((lowest, tier) => (tier.amount <= amount && tier.factor < lowest ? tier.factor : lowest), wholeFactor)

/** 无折扣, or "9.5折". */
export const badgeOf = (by: Factor): string => (by === wholeFactor ? "无折扣" : `${tenths(by)}折`)

export type RechargePrice = {
  quantity: Credits
  factor: Factor
  badge: string
  /** the price without a discount and the one to pay, in 分 and as people read them */
  list_fen: Fen
  fen: Fen
  list: string
  price: string
  /** the price to pay in credits, and what the discount takes off */
  amount: Credits
  coupon_amount: Credits
}

/** What so many credits cost; null where the site has no exchange rate (credits per yuan) or the amount is none that can be ordered. 0 costs nothing. */
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

/** The cards of the panel: an amount that stands twice is one card, and each shows what is charged, also where the lines do not fall with the amount. */
export const rechargeCards = (text: string | null | undefined, exchange: number): RechargePrice[] => {
  const tiers = readTiers(text)
  return [...new Set(tiers.map(({ amount }) => amount))].flatMap((amount) => rechargePrice(tiers, exchange, amount) ?? [])
}
