import { privateSetting } from "../setting"

export const reviewSettings = {
  review_hours: privateSetting.number("审核时限（小时）", 24, {
    min: 1,
    max: 720,
    hint: "审核台按它算还剩多久；举报的时限是它的四分之一",
  }),
}
