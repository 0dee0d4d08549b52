import type { Ctx } from "../../context"
import { savedSettings, settingsOf } from "../settings/settings.usecases"

/* What the site sells besides documents, as everybody may know it. */

/** A site that sells no credits says nothing of its tiers. The unit is called 积分 here while nobody has named it (docs/reference/specification.md 3). */
export const readRechargeSettings = async ({ app }: Ctx) => {
  const [{ enable_recharge, recharge_discount, credit_exchange, credit_name }, saved] = await Promise.all([
    settingsOf(app, "score"),
    savedSettings(app),
  ])
  return {
    enable: enable_recharge,
    recharge_discount: enable_recharge ? recharge_discount : "",
    credit_name: saved["score.credit_name"] ? credit_name : "积分",
    credit_exchange,
  }
}

/** The plans, also while they are not sold: the price 0 says so. */
export const readVipSettings = ({ app }: Ctx) => settingsOf(app, "vip")
