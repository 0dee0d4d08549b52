import { maxDays } from "@/lib/contract/operations/daily-count.measures"
import { day } from "@/lib/rules/time"
import { daysAgo, rangeParam, type DateRange } from "../../library/list/date-range"
import type { SearchParams } from "../../library/list/query"

/** The ranges that the dashboard offers with one click, in days including today. */
export const dayChoices = [7, 30, 90] as const
const usualDays = 30
const dayMs = 86_400_000

/** The dashboard's range: the last `days` days, or, if `days` is 0, a custom range. */
export type DashboardRange = DateRange & { days: number }

/** Returns the range of "the last `days` days", including today. */
export const lastDays = (days: number, now: number): DashboardRange => ({ days, from: daysAgo(days - 1, now), to: day(now) })

/**
 * Parses the range in the dashboard's URL: `days` is one of the choices, `from` and `to` are custom days. A missing side is derived from
 * the other one. The range never ends after today, and a range that is longer than one answer is cut at its start.
 */
export const shownRange = (params: SearchParams, now: number): DashboardRange => {
  const customRange = rangeParam(params)
  if (!customRange.from && !customRange.to) return lastDays(dayChoices.find((days) => String(days) === params.days) ?? usualDays, now)
  const today = day(now)
  const to = customRange.to && customRange.to < today ? customRange.to : today
  const from = customRange.from && customRange.from < to ? customRange.from : customRange.from ? to : daysAgo(usualDays - 1, Date.parse(to))
  const first = daysAgo(maxDays - 1, Date.parse(to))
  return { days: 0, from: from < first ? first : from, to }
}

/** Returns the number of days in a range. */
export const lengthOf = ({ from, to }: DateRange): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** Returns the URL query of a range; empty for the default range. */
export const rangeQuery = ({ days, from, to }: DashboardRange): Record<string, string> => {
  if (days === 0) return { from, to }
  return days === usualDays ? {} : { days: String(days) }
}
