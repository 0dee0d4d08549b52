import { rewardRange } from "./ledger.settings"
import { privateSetting, root } from "../setting"

export const signInSettings = {
  sign_in: privateSetting.number("签到奖励（最少）", 1, { ...rewardRange, hint: "每天签到得到的积分" }),
  sign_in_max: privateSetting.number("签到奖励（最多）", 5, { ...rewardRange, hint: "每次在最少和最多之间随机；小于最少则固定为最少" }),
  sign_streak: privateSetting.number("连续签到满几天有额外奖励", 7, { min: 0, max: 365, ...root, hint: "0 为没有额外奖励" }),
  sign_streak_award: privateSetting.number("连续签到的额外奖励", 5, { ...rewardRange, hint: "在当天的签到奖励之外" }),
}
