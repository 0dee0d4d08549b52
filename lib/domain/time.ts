import dayjs from "dayjs"

/** The site's own zone: a day, "today" and every shown date are Asia/Shanghai's (UTC+8, no summer time since 1991). */
const zone = 8 * 60
const inZone = (value: string | number | Date) => dayjs(new Date(new Date(value).getTime() + (zone + new Date(value).getTimezoneOffset()) * 60_000))

/** 2026-06-15 */
export const day = (value: string | number | Date): string => inZone(value).format("YYYY-MM-DD")
/** 06-15 */
export const shortDay = (value: string | number | Date): string => inZone(value).format("MM-DD")
/** 2026-06-15 09:12 */
export const minute = (value: string | number | Date): string => inZone(value).format("YYYY-MM-DD HH:mm")

const steps: [number, string][] = [
  [365 * 86_400, "年前"],
  [30 * 86_400, "个月前"],
  [86_400, "天前"],
  [3_600, "小时前"],
  [60, "分钟前"],
]

/** 刚刚, then minutes, hours, days, months, years ago (spec §9). `now` is given, so that server and browser agree. */
export const relativeTime = (value: string | number | Date, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - new Date(value).getTime()) / 1000))
  const step = steps.find(([size]) => seconds >= size)
  return step ? `${Math.floor(seconds / step[0])} ${step[1]}` : "刚刚"
}
