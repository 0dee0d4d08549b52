import { textParam, type SearchParams } from "./query"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { day } from "@/lib/rules/time"

/** Days as YYYY-MM-DD in the site's zone; "" = open on that side. */
export type DateRange = { from: string; to: string }

const midnight = (text: string) => new Date(`${text}T00:00:00+08:00`)
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnight(text).getTime()) && day(midnight(text)) === text

/** Reads the range from a URL (`from`, `to`), in chronological order; an invalid day leaves its side open. */
export const rangeParam = (params: SearchParams): DateRange => {
  const [from = "", to = ""] = ["from", "to"].map((name) => textParam(params, name)).map((text) => (isDay(text) ? text : ""))
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** Returns the first day of "the last `days` days", including today. */
export const daysAgo = (days: number, now: number): string => day(now - days * 86_400_000)

/** Returns the shortcut that equals a range; 0 = none. */
export const shortcutOf = ({ from, to }: DateRange, now: number): number =>
  from && !to ? (rangeShortcuts.find(({ days }) => daysAgo(days, now) === from)?.days ?? 0) : 0

/** Returns the range as a list's `created_at`: its first and last moment, RFC 3339; undefined if both sides are open. */
export const momentsOf = ({ from, to }: DateRange): string[] | undefined =>
  from || to ? [`${from || "1970-01-01"}T00:00:00+08:00`, `${to || "2999-12-31"}T23:59:59+08:00`] : undefined
