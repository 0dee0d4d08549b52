/** The site's time zone: a day, "today" and every displayed date are in Asia/Shanghai (UTC+8, no daylight saving time since 1991). */
const ahead = 8 * 3_600_000
const dayLength = 86_400_000
/**
 * Returns the time in the site's zone, formatted like `2026-06-15T09:12:…`. Implemented by hand: every public page displays times, and a
 * date library would add too much script to each of them.
 */
const inZone = (value: string | number | Date): string => {
  const time = new Date(value).getTime() + ahead
  return Number.isFinite(time) ? new Date(time).toISOString() : ""
}
/** Returns the number of days since 1970 in the site's zone. */
const dayNumber = (value: string | number | Date): number => Math.floor((new Date(value).getTime() + ahead) / dayLength)

/** 2026-06-15 */
export const day = (value: string | number | Date): string => inZone(value).slice(0, 10)
/** Returns the year, such as 2026. */
export const yearOf = (value: string | number | Date): number => Number(inZone(value).slice(0, 4))
/** 06-15 */
export const shortDay = (value: string | number | Date): string => inZone(value).slice(5, 10)
/** 2026-06-15 09:12 */
export const minute = (value: string | number | Date): string => inZone(value).slice(0, 16).replace("T", " ")

/** 09:12 */
export const clock = (value: string | number | Date): string => inZone(value).slice(11, 16)
/** Returns 6 月 15 日, with the year if it differs from the year of `now`. */
export const dayText = (value: string | number | Date, now: number): string => {
  const [year, month, date] = day(value).split("-")
  const text = `${Number(month)} 月 ${Number(date)} 日`
  return year === day(now).slice(0, 4) ? text : `${year} 年 ${text}`
}

const weekdays = ["周四", "周五", "周六", "周日", "周一", "周二", "周三"]

/** Returns 今天, 昨天, or 周一 within the last week; "" for older days, for which the date is enough. */
export const dayName = (value: string | number | Date, now: number): string => {
  const ago = dayNumber(now) - dayNumber(value)
  if (ago === 0) return "今天"
  if (ago === 1) return "昨天"
  // January 1, 1970 was a Thursday
  return ago > 1 && ago < 7 ? (weekdays[dayNumber(value) % 7] ?? "") : ""
}

const steps: [number, string][] = [
  [365 * 86_400, "年前"],
  [30 * 86_400, "个月前"],
  [86_400, "天前"],
  [3_600, "小时前"],
  [60, "分钟前"],
]

/**
 * Returns 刚刚, then minutes, hours, days, months or years ago (docs/reference/specification.md 9). `now` is a parameter, so that server and
 * browser render the same text.
 */
export const relativeTime = (value: string | number | Date, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - new Date(value).getTime()) / 1000))
  const step = steps.find(([size]) => seconds >= size)
  return step ? `${Math.floor(seconds / step[0])} ${step[1]}` : "刚刚"
}
