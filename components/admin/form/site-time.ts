import dayjs, { type Dayjs } from "dayjs"
import "dayjs/locale/zh-cn"
import { rangeShortcuts as shortcuts } from "@/lib/view/list/date-range"

// the pickers' names of months and days are dayjs's own
dayjs.locale("zh-cn")

const zone = 8 * 60
/** Every shown date is Asia/Shanghai's, wherever the browser is: a picker's wall clock is moved there and back. */
export const toPicker = (value: string | Date | null | undefined): Dayjs | null => {
  if (!value) return null
  const moment = new Date(value)
  return dayjs(new Date(moment.getTime() + (zone + moment.getTimezoneOffset()) * 60_000))
}

export const fromPicker = (value: Dayjs | null): string => {
  if (!value) return ""
  const wall = value.toDate()
  return new Date(wall.getTime() - (zone + wall.getTimezoneOffset()) * 60_000).toISOString()
}

/** "2026-06-15" as a picker holds it. */
export const dayOf = (text: string): Dayjs => dayjs(text)

const now = () => toPicker(new Date())!

/** How long something shall last (docs/reference/specification.md 9). */
export const expiryShortcuts = [
  { label: "1 小时", value: () => now().add(1, "hour") },
  { label: "12 小时", value: () => now().add(12, "hour") },
  { label: "1 天", value: () => now().add(1, "day") },
  { label: "2 天", value: () => now().add(2, "day") },
  { label: "1 周", value: () => now().add(1, "week") },
  { label: "1 个月", value: () => now().add(1, "month") },
  { label: "半年", value: () => now().add(6, "month") },
  { label: "1 年", value: () => now().add(1, "year") },
]

/** Which days a list shall show (docs/reference/specification.md 9). */
export const rangeShortcuts = shortcuts.map(({ days, label }) => ({
  label,
  value: (): [Dayjs, Dayjs] => [now().subtract(days, "day"), now()],
}))
