/** Shortcuts for expiry times, in hours from now (docs/reference/specification.md 9). */
export const expirySpans = [
  { label: "1 小时", hours: 1 },
  { label: "12 小时", hours: 12 },
  { label: "1 天", hours: 24 },
  { label: "2 天", hours: 2 * 24 },
  { label: "1 周", hours: 7 * 24 },
  { label: "1 个月", hours: 30 * 24 },
  { label: "半年", hours: 183 * 24 },
  { label: "1 年", hours: 365 * 24 },
] as const
