import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx, Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { countSentBy } from "./verification.repository"

/** The part of the budget after which user 1 is warned. */
const warningPart = 0.8

/**
 * Checks whether the site may send one more SMS today, under the lock of `lockSending`. Warns user 1 by mail when most of the budget and when
 * all of it is used.
 */
export const withinBudget = async (ctx: Ctx, today: Date): Promise<boolean> => {
  const { daily_budget } = await settingsOf(ctx.app, "sms")
  const sent = (await countSentBy(ctx.db, "sms", today)) + 1
  if (sent > daily_budget) return false
  if (sent === daily_budget || sent === Math.ceil(daily_budget * warningPart))
    await noteAccountChange(ctx, {
      type: SecurityEventType.smsBudgetUsed,
      user_id: 1,
      detail: `今天发了 ${sent} 条验证码短信，额度是 ${daily_budget} 条`,
    })
  return true
}

/** Returns the number prefixes of a setting: digits, full-width ones too, separated by spaces, commas or line breaks. */
const prefixesOf = (text: string): string[] => text.normalize("NFKC").split(/\D+/).filter(Boolean)

/** Rejects with 400 a number that the settings exclude from SMS. Numbers outside mainland China are no mobile numbers to the contract. */
export const requireServedNumber = async (app: Services, mobile: string): Promise<void> => {
  const { refused_prefixes } = await settingsOf(app, "sms")
  if (prefixesOf(refused_prefixes).some((prefix) => mobile.startsWith(prefix))) throw invalid("这个号段暂不支持短信验证码", "mobile")
}
