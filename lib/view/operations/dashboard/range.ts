import { maxDays } from "@/lib/contract/operations/daily-count.measures"
import { day } from "@/lib/rules/time"
import { daysAgo, rangeParam, type DateRange } from "../../library/list/date-range"
import type { SearchParams } from "../../library/list/query"

/** The days that the dashboard offers with one press, today included. */
export const dayChoices = [7, 30, 90] as const
const usualDays = 30
const dayMs = 86_400_000

/** What the dashboard shows: the last `days` days, or, where `days` is 0, those from one day to another. */
export type Shown = DateRange & { days: number }

/** The range of "the last `days` days"; today counts as one of them. */
export const lastDays = (days: number, now: number): Shown => ({ days, from: daysAgo(days - 1, now), to: day(now) })

/**
 * The range in the dashboard's address: `days` is one of the choices, `from` and `to` are days of one's own. A side that is missing is the other one's
 * neighbour; nothing lies after today, and what is longer than an answer is cut at its beginning.
 */
export const shownRange = (params: SearchParams, now: number): Shown => {
  const own = rangeParam(params)
  if (!own.from && !own.to) return lastDays(dayChoices.find((days) => String(days) === params.days) ?? usualDays, now)
  const today = day(now)
  const to = own.to && own.to < today ? own.to : today
  const from = own.from && own.from < to ? own.from : own.from ? to : daysAgo(usualDays - 1, Date.parse(to))
  const first = daysAgo(maxDays - 1, Date.parse(to))
  return { days: 0, from: from < first ? first : from, to }
}

/** How many days a range has. */
export const lengthOf = ({ from, to }: DateRange): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** The address of a range; the usual one has none of its own. */
export const rangeQuery = ({ days, from, to }: Shown): Record<string, string> => {
  if (days === 0) return { from, to }
  return days === usualDays ? {} : { days: String(days) }
}
