import { and, eq, gt, isNull, lte, or, type SQL } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { invalid } from "../errors"

/* Rows that are displayed during a period: from its start until just before its end; null = no limit. */

export type Period = { start_time: Date | null; end_time: Date | null }
type PeriodColumns = Record<"enable" | keyof Period, AnyPgColumn>

/** The condition of enabled rows whose period includes `now`. */
export const isCurrent = (table: PeriodColumns, now: Date): SQL | undefined =>
  and(eq(table.enable, true), or(isNull(table.start_time), lte(table.start_time, now)), or(isNull(table.end_time), gt(table.end_time, now)))

/** Checks whether a row is enabled and its period includes `now`. */
export const isCurrentRow = ({ enable, start_time, end_time }: Period & { enable: boolean }, now: Date): boolean =>
  enable && (!start_time || start_time <= now) && (!end_time || end_time > now)

/** Returns how many seconds remain until a moment, rounded up; 0 if it has passed or there is none. */
export const secondsUntil = (moment: Date | null, now: Date): number =>
  moment ? Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000)) : 0

/** Returns the start and the end of a period that are still ahead. */
export const momentsAhead = ({ start_time, end_time }: Period, now: Date): { moment: Date; seconds: number }[] =>
  [start_time, end_time].flatMap((moment) => (moment && moment > now ? [{ moment, seconds: secondsUntil(moment, now) }] : []))

/** Rejects a period whose end is not after its start. */
export const requireOrder = ({ start_time, end_time }: Partial<Period>): void => {
  if (start_time && end_time && end_time <= start_time) throw invalid("结束时间应晚于开始时间", "end_time")
}
