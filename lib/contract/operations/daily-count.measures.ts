/**
 * What the site counts for each day of its zone. Numbers of things, but `income` and `refund`, which are 分: money that came for orders, and
 * what went back of it. `order` were placed, `paid` were paid, however that was.
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

/** For those who may see orders. */
export const moneyMeasures: readonly DailyMeasure[] = ["order", "paid", "income", "refund"]

/** Days of one answer: a year and the day before it, so that the longest shortcut of a range fits. */
export const maxDays = 366
