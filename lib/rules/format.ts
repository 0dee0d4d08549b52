import { formatYuan, type Fen } from "./money/money"

/** 2.61 MB; bytes below 1 KB as they are. */
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

/** Money as people read it, "1,234.50", of 分. */
export const yuan = (amount: Fen): string => formatYuan(amount).replace(/\B(?=(\d{3})+\.)/g, ",")

/** 免费, or "5 魔豆". */
export const price = (credits: number, creditName: string): string => (credits > 0 ? `${count(credits)} ${creditName || "魔豆"}` : "免费")

/** A title whose lines never begin with a middle dot: it stays with the word before it (U+00B7 may be broken before, also in `line-break: strict`). */
export const dotsBound = (title: string): string => title.replace(/[ \u00a0]?·/g, (dot) => (dot.length > 1 ? "\u00a0·" : "\u2060·"))
