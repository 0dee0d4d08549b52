import { localStore } from "@/lib/browser-storage"

/* How often this browser has shown each advertisement today. It is stored here only. */

const key = "advertisement-views"
type Views = { day: string; times: Record<string, number> }

const read = (): Views => {
  const day = new Date().toDateString()
  const stored = localStore.getJson(key) as Partial<Views> | null
  return stored?.day === day && typeof stored.times === "object" ? { day, times: stored.times } : { day, times: {} }
}

/** Whether an advertisement may be shown once more today; `limit` 0 = always. */
export const isBelowLimit = (id: number, limit: number): boolean => !(limit > 0 && (read().times[id] ?? 0) >= limit)

export const noteDailyView = (id: number): void => {
  const { day, times } = read()
  localStore.setItem(key, JSON.stringify({ day, times: { ...times, [id]: (times[id] ?? 0) + 1 } }))
}
