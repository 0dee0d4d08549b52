const dayMs = 86_400_000
const zoneMs = 8 * 3_600_000

/** Returns midnight in Asia/Shanghai, when daily counters reset. */
export const dayStart = (now: Date): Date => new Date(Math.floor((now.getTime() + zoneMs) / dayMs) * dayMs - zoneMs)

/** Returns the day in Asia/Shanghai as a number, e.g. 20261120; `shift` is an offset in days. */
export const dayNumber = (now: Date, shift = 0): number =>
  Number(new Date(now.getTime() + zoneMs + shift * dayMs).toISOString().slice(0, 10).replaceAll("-", ""))

/** Returns the start of the month in Asia/Shanghai. */
export const monthStart = (now: Date): Date => {
  const there = new Date(now.getTime() + zoneMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - zoneMs)
}

/**
 * Parses a date, or a date and time without a zone, in Asia/Shanghai. A date alone means its first moment, or its last one if `end` is set.
 */
const momentOf = (text: string | undefined, end: boolean): Date | undefined => {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text?.trim() ?? "")
  const moment = new Date(parts ? `${parts[1]}T${parts[2] ?? (end ? "23:59:59.999" : "00:00:00")}+08:00` : (text ?? ""))
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** Parses a list's `created_at` range, both ends inclusive. An invalid value leaves its side open. */
export const rangeOf = (texts: readonly string[] | undefined): { from?: Date; to?: Date } => ({
  from: momentOf(texts?.[0], false),
  to: momentOf(texts?.[1], true),
})
