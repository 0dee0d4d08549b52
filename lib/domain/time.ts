import dayjs from "dayjs"

/** The site's own zone: a day, "today" and every shown date are Asia/Shanghai's (UTC+8, no summer time since 1991). */
const zone = 8 * 60
const inZone = (value: string | number | Date) =>
  dayjs(new Date(new Date(value).getTime() + (zone + new Date(value).getTimezoneOffset()) * 60_000))

/** 2026-06-15 */
export const day = (value: string | number | Date): string => inZone(value).format("YYYY-MM-DD")
/** 06-15 */
export const shortDay = (value: string | number | Date): string => inZone(value).format("MM-DD")
/** 2026-06-15 09:12 */
export const minute = (value: string | number | Date): string => inZone(value).format("YYYY-MM-DD HH:mm")

/** 09:12 */
export const clock = (value: string | number | Date): string => inZone(value).format("HH:mm")
/** 6 月 15 日, with the year when it is another than that of `now`. */
export const dayText = (value: string | number | Date, now: number): string =>
  inZone(value).format(inZone(value).year() === inZone(now).year() ? "M 月 D 日" : "YYYY 年 M 月 D 日")

const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"]

/** 今天, 昨天, 周一 within the last week; "" for older days, which their date names well enough. */
export const dayName = (value: string | number | Date, now: number): string => {
  const ago = inZone(now).startOf("day").diff(inZone(value).startOf("day"), "day")
  if (ago === 0) return "今天"
  if (ago === 1) return "昨天"
  return ago > 1 && ago < 7 ? (weekdays[inZone(value).day()] ?? "") : ""
}

const steps: [number, string][] = [
  [365 * 86_400, "年前"],
  [30 * 86_400, "个月前"],
  [86_400, "天前"],
  [3_600, "小时前"],
  [60, "分钟前"],
]

/** 刚刚, then minutes, hours, days, months, years ago (docs/reference/specification.md 9). `now` is given, so that server and browser agree. */
export const relativeTime = (value: string | number | Date, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - new Date(value).getTime()) / 1000))
  const step = steps.find(([size]) => seconds >= size)
  return step ? `${Math.floor(seconds / step[0])} ${step[1]}` : "刚刚"
}
