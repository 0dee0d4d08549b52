/**
 * The measures that the site counts per day (in the site's time zone). All are counts except `income` and `refund`, which are amounts in 分: money
 * received for orders, and money refunded. `order` counts orders placed, `paid` orders paid by any method.
 */
export const dailyMeasures = [
  "user",
  "document",
  "article",
  "view",
  "download",
  "search",
  "conversion",
  "order",
  "paid",
  "income",
  "refund",
] as const

export type DailyMeasure = (typeof dailyMeasures)[number]

/** Visible only to users who may view orders. */
export const moneyMeasures: readonly DailyMeasure[] = ["order", "paid", "income", "refund"]

/** The maximum number of days in one answer: a year plus the day before it, so that the longest range shortcut fits. */
export const maxDays = 366
