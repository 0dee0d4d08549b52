/** CPU times of one processor in ms, as reported by `os.cpus()` since the machine started. */
type Times = { user: number; nice: number; sys: number; idle: number; irq: number }

const total = (all: readonly Times[]) => all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
const idle = (all: readonly Times[]) => all.reduce((sum, times) => sum + times.idle, 0)

/** Returns a share in percent, 0 to 100 with one decimal; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.min(1, Math.max(0, part / whole)) * 1_000) / 10 : 0

/** Returns the load of all processors together between two readings, in percent. */
export const busyPercent = (before: readonly Times[], after: readonly Times[]): number => {
  const passed = total(after) - total(before)
  return percentOf(passed - (idle(after) - idle(before)), passed)
}
