const dayMs = 86_400_000
const zoneMs = 8 * 3_600_000

/** Midnight in Asia/Shanghai, when a day's counts begin anew. */
export const dayStart = (now: Date): Date => new Date(Math.floor((now.getTime() + zoneMs) / dayMs) * dayMs - zoneMs)

/** The day in Asia/Shanghai as a number, 20261120; `shift` counts days from there. */
export const dayNumber = (now: Date, shift = 0): number =>
  Number(new Date(now.getTime() + zoneMs + shift * dayMs).toISOString().slice(0, 10).replaceAll("-", ""))

/** The first moment of the month in Asia/Shanghai. */
export const monthStart = (now: Date): Date => {
  const there = new Date(now.getTime() + zoneMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - zoneMs)
}

/** A day alone, or with a time but no zone, is Asia/Shanghai's; a day alone begins at midnight, or ends just before the next. */
const momentOf = (text: string | undefined, end: boolean): Date | undefined => {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text?.trim() ?? "")
  const moment = new Date(parts ? `${parts[1]}T${parts[2] ?? (end ? "23:59:59.999" : "00:00:00")}+08:00` : (text ?? ""))
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** Parses a list's `created_at`: from and to, both included; an invalid value leaves its side open. */
export const rangeOf = (texts: readonly string[] | undefined): { from?: Date; to?: Date } => ({
  from: momentOf(texts?.[0], false),
  to: momentOf(texts?.[1], true),
})
