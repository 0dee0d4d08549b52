import { privateSetting, safety } from "../setting"

export const privacySettings = {
  account_closing_days: privateSetting.number("注销账号的冷静期（天）", 7, {
    min: 0,
    max: 90,
    ...safety("到期以前可以反悔；0 为马上注销"),
  }),
}
