import { formatYuan, type Fen } from "./money/money"

/** Formats a file size: "2.61 MB"; sizes below 1 KB in bytes. */
export const fileSize = (bytes: number): string => {
  const units = ["B", "KB", "MB", "GB"]
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[unit]}`
}

/** 12,846 */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",")

/** Formats an amount in 分 for display: "1,234.50". */
export const yuan = (amount: Fen): string => formatYuan(amount).replace(/\B(?=(\d{3})+\.)/g, ",")

/** Returns 免费, or "5 魔豆". */
export const price = (credits: number, creditName: string): string => (credits > 0 ? `${count(credits)} ${creditName || "魔豆"}` : "免费")

/**
 * Prevents lines of a title from beginning with a middle dot, by keeping the dot with the preceding word (browsers may break before U+00B7
 * even with `line-break: strict`).
 */
export const dotsBound = (title: string): string => title.replace(/[ \u00a0]?·/g, (dot) => (dot.length > 1 ? "\u00a0·" : "\u2060·"))
