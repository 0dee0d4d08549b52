const dayMs = 86_400_000
const zoneMs = 8 * 3_600_000

/** Midnight in Asia/Shanghai, when a day's counts begin anew. */
export const dayStart = (now: Date): Date => new Date(Math.floor((now.getTime() + zoneMs) / dayMs) * dayMs - zoneMs)

/** The day in Asia/Shanghai as a number, 20261120; `shift` counts days from there. */
export const dayNumber = (now: Date, shift = 0): number => Number(new Date(now.getTime() + zoneMs + shift * dayMs).toISOString().slice(0, 10).replaceAll("-", ""))

/** The first moment of the month in Asia/Shanghai. */
export const monthStart = (now: Date): Date => {
  const there = new Date(now.getTime() + zoneMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - zoneMs)
}
