import type { Db } from "@/server/db/client"
import { addToDays, findLastCount, listDays, setDays, type DailyCount } from "./daily-count.repository"

export type { DailyCount }

/** Adds views to their days. Call it last in the transaction that counts them: all views of a day are one row. */
export const countDailyViews = (db: Db, views: readonly { day: number; times: number }[]): Promise<void> => {
  const days = new Map<number, number>()
  for (const { day, times } of views) days.set(day, (days.get(day) ?? 0) + times)
  const rows = [...days].toSorted(([one], [other]) => one - other)
  return addToDays(
    db,
    rows.map(([day, value]) => ({ day, measure: "view", value })),
  )
}

/** Stores the counts of some days, replacing earlier ones. */
export const keepDailyCounts = (db: Db, counts: DailyCount[], counted_at: Date): Promise<void> =>
  setDays(
    db,
    counts.map((count) => ({ ...count, counted_at })),
  )

/** Return the numbers stored for a range of days, and the last count; null before the first one. */
export const readDailyCounts = listDays
export const lastDailyCount = findLastCount
