import { VipType } from "../../contract/enums"
import { credits, creditsOf, fen, minus, percent, type Credits, type Fen, type Percent } from "./money"

/* The plans of membership: what they cost and what a card gives (docs/reference/api.md 6.9). No zod in this file: browsers use it too. */

export type PlanName = "year" | "quarter" | "month"

/** `discount`: percent of the price of documents that are not for members, 0 = none · `download`: free downloads in all · `times`: of them a day, 0 = any number. */
export type Benefits = { discount: number; download: number; times: number }

const plans: readonly { type: number; name: PlanName; days: number }[] = [
  { type: VipType.year, name: "year", days: 365 },
  { type: VipType.quarter, name: "quarter", days: 92 },
  { type: VipType.month, name: "month", days: 31 },
]

type PlanKey<Word extends string> = `${PlanName}_${Word}`
export type PlanSettings = Record<PlanKey<"price" | "original_price" | "document_discount" | "download" | "times_every_day">, number>

export type Plan = Benefits & {
  type: number
  days: number
  fen: Fen
  /** struck out; never below the price */
  original_fen: Fen
}

/** The plan of a type as the settings have it; null for a type that is none, or one that is not sold (price 0). */
export const planOf = (settings: PlanSettings, type: number): Plan | null => {
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

/** What a plan costs in credits: a price in money is at least one credit, so that nothing is given away by rounding. */
export const planCredits = (
  plan: Pick<Plan, "fen" | "original_fen">,
  exchange: number,
): { price: Credits; amount: Credits; coupon_amount: Credits } => {
  const amount = credits(Math.max(1, creditsOf(plan.fen, exchange)))
  const price = credits(Math.max(amount, creditsOf(plan.original_fen, exchange)))
  return { price, amount, coupon_amount: minus(price, amount) }
}

/** The moments between which a card is valid. One of a kind that is valid already begins when that one ends. */
export const cardPeriod = (type: number, now: Date, ends: Date | null): { joined_at: Date; expired_at: Date } => {
  const days = plans.find((one) => one.type === type)?.days ?? 0
  const joined_at = ends && ends > now ? ends : now
  return { joined_at, expired_at: new Date(joined_at.getTime() + days * 86_400_000) }
}

/** The best discount of several cards; 100 = none. A card that says 0 gives none. */
export const bestDiscount = (cards: readonly { discount: number }[]): Percent =>
  percent(Math.min(100, ...cards.map(({ discount }) => discount).filter((discount) => discount > 0)))
