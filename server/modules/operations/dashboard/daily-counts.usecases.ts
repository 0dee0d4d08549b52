import { maxDays } from "@/lib/contract/operations/daily-count.measures"
import type { Ctx } from "@/server/context"
import { dayNumber } from "@/lib/rules/day"
import { keepDailyCounts, lastDailyCount } from "../daily-count/daily-count.usecases"
import { countByDay, counted } from "./daily-counts.repository"
import { shift, startOf, textOf, numberOf } from "./days.rules"

/** Maximum age of today's numbers (ms). */
const maxAgeMs = 60_000
/** Searches and long transactions are stored with a delay, so the previous day may still change this long after midnight (ms). */
const lateMs = 5 * 60_000

/** Counts every day from `first` to today and stores the result, including zeros, so that outdated numbers are replaced. */
const countFrom = async (ctx: Ctx, first: string): Promise<void> => {
  const now = ctx.now()
  const days: number[] = []
  for (let day = first; numberOf(day) <= dayNumber(now); day = shift(day, 1)) days.push(numberOf(day))
  for (const measure of counted) {
    const counts = new Map(
      (await countByDay(ctx.db, measure, startOf(first), startOf(shift(textOf(days.at(-1)!), 1)))).map((row) => [row.day, row.value]),
    )
    await keepDailyCounts(
      ctx.db,
      days.map((day) => ({ day, measure, value: counts.get(day) ?? 0 })),
      now,
    )
  }
}

/**
 * Counts what has happened since the last count, from that day on. A day is counted for the last time after it has ended; later deletions
 * do not change older days. The first count goes back as far as a response can.
 */
export const countDays = async (ctx: Ctx): Promise<void> => {
  const last = await lastDailyCount(ctx.db)
  const today = textOf(dayNumber(ctx.now()))
  await countFrom(ctx, last ? textOf(dayNumber(new Date(last.counted_at.getTime() - lateMs))) : shift(today, 1 - maxDays))
}

/** Ensures that today's numbers are at most a minute old, and returns when they were counted. */
export const freshenDays = async (ctx: Ctx): Promise<Date> => {
  const last = await lastDailyCount(ctx.db)
  const now = ctx.now()
  if (last && last.day === dayNumber(now) && now.getTime() - last.counted_at.getTime() < maxAgeMs) return last.counted_at
  await countDays(ctx)
  return now
}
