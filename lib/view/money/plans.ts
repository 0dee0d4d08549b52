import { VipType } from "@/lib/contract/money/membership.enums"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { planCredits, planOf, type Benefits, type PlanSettings } from "@/lib/rules/money/membership-plan"
import { cardBenefits } from "./benefits"

/** A plan as displayed on /joinvip, with formatted texts. */
export type SoldPlan = {
  type: number
  name: string
  price: string
  /** the crossed-out price; "" if it is not above the price */
  original: string
  perDay: string
  /** the price in credits; "" if the site does not accept credits for memberships */
  inCredits: string
  days: number
  benefits: Benefits
  lines: string[]
}

type Site = PlanSettings & { enable_credit_pay: boolean }
type Unit = { creditName: string; exchange: number }

/** Returns the plans for sale, the longest first. */
export const soldPlans = (settings: Site, { creditName, exchange }: Unit): SoldPlan[] =>
  [VipType.year, VipType.quarter, VipType.month].flatMap((type) => {
    const plan = planOf(settings, type)
    if (!plan) return []
    const byCredits = settings.enable_credit_pay && exchange > 0
    return {
      type,
      name: VipType.labelOf(type).replace("VIP", ""),
      price: yuan(plan.fen),
      original: plan.original_fen > plan.fen ? yuan(plan.original_fen) : "",
      perDay: yuan(fen(Math.round(plan.fen / plan.days))),
      inCredits: byCredits ? `${count(planCredits(plan, exchange).amount)} ${creditName}` : "",
      days: plan.days,
      benefits: { discount: plan.discount, download: plan.download, times: plan.times },
      lines: [...cardBenefits(plan), "没有广告"],
    }
  })
