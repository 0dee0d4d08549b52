import { refusedTiers } from "./recharge.tiers"
import { privateSetting } from "../setting"

export const rechargeSettings = {
  enable_recharge: privateSetting.flag("允许充值积分", false, { guard: "root", hint: "要先在“支付配置”里启用一种支付方式" }),
  recharge_discount: privateSetting.textarea("充值折扣", "", {
    guard: "root",
    check: refusedTiers,
    hint: "每行一档“积分数:折扣”，例如 500:0.95；充值数达到几档时用最低的折扣",
  }),
}
