import { dailyMeasures, maxDays, type DailyMeasure } from "@/lib/contract/operations/daily-count.measures"
import { dayNumber } from "@/lib/rules/day"

const dayMs = 86_400_000
const defaultDays = 30

/** Converts "2026-06-15" to 20260615 and back. */
export const numberOf = (day: string): number => Number(day.replaceAll("-", ""))
export const textOf = (day: number): string => String(day).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3")
/** Returns the start of a day in Asia/Shanghai. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
export const shift = (day: string, days: number): string => textOf(dayNumber(startOf(day), days))

export type Numbers = Record<DailyMeasure, number>
export const noNumbers = (): Numbers => Object.fromEntries(dailyMeasures.map((measure) => [measure, 0])) as Numbers

/** Returns the requested days, oldest first: no future or invalid days, and at most `maxDays`, those nearest to the last one. */
export const daysOf = ({ from, to }: { from?: string; to?: string }, now: Date): string[] => {
  const today = textOf(dayNumber(now))
  const [one, other] = [from ?? "", to || today]
  const [first, end] = one > other ? [other, one] : [one, other]
  const last = end > today ? today : end
  const span = first ? Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1 : defaultDays
  const count = Math.min(Math.max(span, 1), maxDays)
  return Array.from({ length: count }, (_, at) => shift(last, at - count + 1))
}
