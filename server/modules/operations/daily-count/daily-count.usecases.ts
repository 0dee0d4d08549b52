import { dayNumber } from "@/lib/rules/day"
import type { Db } from "@/server/db/client"
import { addToDays, findLastCount, listDays, setDays, type DailyCount } from "./daily-count.repository"

export type { DailyCount }

const hourMs = 3_600_000

/** Adds views to their days, in the transaction that counts them and as its last step: every view of a day meets in one row. `hour` since 1970. */
export const countDailyViews = (db: Db, visits: { hour: number }[]): Promise<void> => {
  const days = new Map<number, number>()
  for (const { hour } of visits) {
    const day = dayNumber(new Date(hour * hourMs))
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  const rows = [...days].toSorted(([one], [other]) => one - other)
  return addToDays(
    db,
    rows.map(([day, value]) => ({ day, measure: "view", value })),
  )
}

/** Writes down what was counted of some days, in place of what stood there. */
export const keepDailyCounts = (db: Db, counts: DailyCount[], counted_at: Date): Promise<void> =>
  setDays(
    db,
    counts.map((count) => ({ ...count, counted_at })),
  )

/** What stands there for the days from one number of a day to another, and what was counted last; null before the first count. */
export const readDailyCounts = listDays
export const lastDailyCount = findLastCount
