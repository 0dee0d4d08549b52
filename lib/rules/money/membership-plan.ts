import { VipType } from "../../contract/money/membership.enums"
import { credits, creditsOf, fen, minus, percent, type Credits, type Fen, type Percent } from "./money"

/* The membership plans: their prices and benefits (docs/reference/api.md 6.9). No zod in this file: browsers use it too. */

export type PlanName = "year" | "quarter" | "month"

/**
 * `discount`: percent of the price of documents that are not free for members, 0 = no discount · `download`: total free downloads ·
 * `times`: free downloads per day, 0 = unlimited.
 */
export type Benefits = { discount: number; download: number; times: number }

const plans: readonly { type: number; name: PlanName; days: number }[] = [
  { type: VipType.year, name: "year", days: 365 },
  { type: VipType.quarter, name: "quarter", days: 92 },
  { type: VipType.month, name: "month", days: 31 },
]

type PlanKey<Word extends string> = `${PlanName}_${Word}`
export type PlanSettings = Record<PlanKey<"price" | "original_price" | "document_discount" | "download" | "times_every_day">, number>

export type MembershipPlan = Benefits & {
  type: number
  days: number
  fen: Fen
  /** the crossed-out price; never below the actual price */
  original_fen: Fen
}

/** Returns the plan of a type from the settings, or null if the type is unknown or not for sale (price 0). */
export const planOf = (settings: PlanSettings, type: number): MembershipPlan | null => {
  const plan = plans.find((one) => one.type === type)
  if (!plan) return null
  const { name, days } = plan
  const price = fen(settings[`${name}_price`])
  if (price <= 0) return null
  return {
    type,
    days,
    fen: price,
    original_fen: fen(Math.max(price, settings[`${name}_original_price`])),
    discount: settings[`${name}_document_discount`],
    download: settings[`${name}_download`],
    times: settings[`${name}_times_every_day`],
  }
}

/** Returns the price of a plan in credits. A price in money is at least one credit, so that rounding never makes a plan free. */
export const planCredits = (
  plan: Pick<MembershipPlan, "fen" | "original_fen">,
  exchange: number,
): { price: Credits; amount: Credits; coupon_amount: Credits } => {
  const amount = credits(Math.max(1, creditsOf(plan.fen, exchange)))
  const price = credits(Math.max(amount, creditsOf(plan.original_fen, exchange)))
  return { price, amount, coupon_amount: minus(price, amount) }
}

/** Returns the validity period of a card. If a card of the same type is still valid, the new one begins when that one ends. */
export const cardPeriod = (type: number, now: Date, ends: Date | null): { joined_at: Date; expired_at: Date } => {
  const days = plans.find((one) => one.type === type)?.days ?? 0
  const joined_at = ends && ends > now ? ends : now
  return { joined_at, expired_at: new Date(joined_at.getTime() + days * 86_400_000) }
}

/** Returns the best discount of several cards; 100 = none. A card with 0 gives no discount. */
export const bestDiscount = (cards: readonly { discount: number }[]): Percent =>
  percent(Math.min(100, ...cards.map(({ discount }) => discount).filter((discount) => discount > 0)))
