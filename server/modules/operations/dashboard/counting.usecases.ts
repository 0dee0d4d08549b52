import { maxDays } from "@/lib/contract/operations/daily-count.measures"
import type { Ctx } from "@/server/context"
import { dayNumber } from "@/lib/rules/day"
import { keepDailyCounts, lastDailyCount } from "../daily-count/daily-count.usecases"
import { countByDay, counted } from "./counting.repository"
import { shift, startOf, textOf, numberOf } from "./days.rules"

/** Today's numbers may be so old, in ms. */
const maxAgeMs = 60_000
/** What is written down later than it happened, as searches and long transactions: the day before may still be counted so long after midnight, in ms. */
const lateMs = 5 * 60_000

/** Counts the days from one on to today and writes them down; days without anything too, so that what is gone does not stay. */
const countFrom = async (ctx: Ctx, first: string): Promise<void> => {
  const now = ctx.now()
  const days: number[] = []
  for (let day = first; numberOf(day) <= dayNumber(now); day = shift(day, 1)) days.push(numberOf(day))
  for (const measure of counted) {
    const found = new Map(
      (await countByDay(ctx.db, measure, startOf(first), startOf(shift(textOf(days.at(-1)!), 1)))).map((row) => [row.day, row.value]),
    )
    await keepDailyCounts(
      ctx.db,
      days.map((day) => ({ day, measure, value: found.get(day) ?? 0 })),
      now,
    )
  }
}

/**
 * Counts what has happened since the last count, from its day on: a day is counted for the last time after it has ended. The numbers of
 * older days stay as they were, whatever is deleted later. The first count goes back as far as an answer can.
 */
export const countDays = async (ctx: Ctx): Promise<void> => {
  const last = await lastDailyCount(ctx.db)
  const today = textOf(dayNumber(ctx.now()))
  await countFrom(ctx, last ? textOf(dayNumber(new Date(last.counted_at.getTime() - lateMs))) : shift(today, 1 - maxDays))
}

/** Makes today's numbers at most a minute old, and says when they were counted. */
export const freshenDays = async (ctx: Ctx): Promise<Date> => {
  const last = await lastDailyCount(ctx.db)
  const now = ctx.now()
  if (last && last.day === dayNumber(now) && now.getTime() - last.counted_at.getTime() < maxAgeMs) return last.counted_at
  await countDays(ctx)
  return now
}
