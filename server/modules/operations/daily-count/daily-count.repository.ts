import { and, asc, between, max, ne, sql } from "drizzle-orm"
import type { DailyMeasure } from "@/lib/contract/operations/daily-count.measures"
import type { Db } from "@/server/db/client"
import { dailyCountTable as t } from "./daily-count.table"

export type DailyCount = { day: number; measure: DailyMeasure; value: number }

const once = [t.day, t.measure]

/** Adds to the existing numbers. */
export const addToDays = async (db: Db, rows: DailyCount[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(t)
    .values(rows)
    .onConflictDoUpdate({ target: once, set: { value: sql`${t.value} + excluded.value` } })
}

/** Replaces the existing numbers. */
export const setDays = async (db: Db, rows: (DailyCount & { counted_at: Date })[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(t)
    .values(rows)
    .onConflictDoUpdate({ target: once, set: { value: sql`excluded.value`, counted_at: sql`excluded.counted_at` } })
}

/** Returns the numbers of these days, both inclusive, oldest first. */
export const listDays = (db: Db, from: number, to: number): Promise<DailyCount[]> =>
  db
    .select({ day: t.day, measure: t.measure, value: t.value })
    .from(t)
    .where(between(t.day, from, to))
    .orderBy(asc(t.day))

/** Returns the last counted day and when it was counted. Views are counted separately. */
export const findLastCount = async (db: Db): Promise<{ day: number; counted_at: Date } | null> => {
  const [last] = await db
    .select({ day: max(t.day) })
    .from(t)
    .where(ne(t.measure, "view"))
  if (!last?.day) return null
  const [counted] = await db
    .select({ counted_at: max(t.counted_at) })
    .from(t)
    .where(and(between(t.day, last.day, last.day), ne(t.measure, "view")))
  return counted?.counted_at ? { day: last.day, counted_at: counted.counted_at } : null
}
