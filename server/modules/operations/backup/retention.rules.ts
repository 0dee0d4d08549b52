import { invalid } from "@/server/errors"
import { timeOfBackup } from "./manifest.rules"

/** For how many days, weeks and months the newest backup of each is kept. */
export type Retention = { days: number; weeks: number; months: number }

const units = { d: "days", w: "weeks", m: "months" } as const

/** Reads `7d,4w,12m`. @throws 400 */
export const readRetention = (text: string): Retention => {
  const remaining: Retention = { days: 0, weeks: 0, months: 0 }
  for (const part of text.split(",")) {
    const [, count, unit] = /^\s*(\d{1,4})\s*([dwm])\s*$/.exec(part) ?? []
    if (!count || !unit) throw invalid(`看不懂 --keep ${text}，应该像 7d,4w,12m：七天、四周、十二个月`)
    remaining[units[unit as keyof typeof units]] = Number(count)
  }
  if (remaining.days + remaining.weeks + remaining.months === 0) throw invalid("--keep 至少要留下一份")
  return remaining
}

const dayMs = 86_400_000
const keysOf: Record<keyof Retention, (at: Date) => string> = {
  days: (at) => at.toISOString().slice(0, 10),
  // weeks begin on Mondays; 1970-01-01 was a Thursday
  weeks: (at) => String(Math.floor((at.getTime() / dayMs + 3) / 7)),
  months: (at) => at.toISOString().slice(0, 7),
}

/** Returns the backups to delete: those that are not the newest one of a kept day, week or month. The newest of all always stays. */
export const expiredBackups = (names: readonly string[], retention: Retention): string[] => {
  const newestFirst = names.filter((name) => timeOfBackup(name)).toSorted((a, b) => (a < b ? 1 : -1))
  const remaining = new Set(newestFirst.slice(0, 1))
  for (const unit of Object.keys(keysOf) as (keyof Retention)[]) {
    const periods = new Map<string, string>()
    for (const name of newestFirst) {
      const period = keysOf[unit](timeOfBackup(name)!)
      if (!periods.has(period)) periods.set(period, name)
    }
    for (const name of [...periods.values()].slice(0, retention[unit])) remaining.add(name)
  }
  return newestFirst.filter((name) => !remaining.has(name))
}
