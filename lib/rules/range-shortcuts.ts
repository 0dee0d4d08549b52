/** The shortcuts of every date range, in days; `name` appears in the URLs of public lists (docs/reference/specification.md 9). */
export const rangeShortcuts = [
  { name: "week", days: 7, label: "最近一周" },
  { name: "month", days: 30, label: "最近一个月" },
  { name: "three_month", days: 90, label: "最近三个月" },
  { name: "half_year", days: 183, label: "最近半年" },
  { name: "year", days: 365, label: "最近一年" },
] as const
