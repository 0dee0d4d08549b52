/** Times of one processor in ms, as `os.cpus()` counts them since the machine started. */
type Times = { user: number; nice: number; sys: number; idle: number; irq: number }

const total = (all: readonly Times[]) => all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
const idle = (all: readonly Times[]) => all.reduce((sum, times) => sum + times.idle, 0)

/** A share in percent, 0 to 100 with one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.min(1, Math.max(0, part / whole)) * 1_000) / 10 : 0

/** How busy all processors together were between two readings, in percent. */
export const busyPercent = (before: readonly Times[], after: readonly Times[]): number => {
  const passed = total(after) - total(before)
  return percentOf(passed - (idle(after) - idle(before)), passed)
}
