import dayjs, { type Dayjs } from "dayjs"
import "dayjs/locale/zh-cn"
import { expirySpans } from "@/lib/rules/expiry"
import { rangeShortcuts as shortcuts } from "@/lib/rules/range-shortcuts"

// antd's pickers take month and day names from dayjs
dayjs.locale("zh-cn")

const zone = 8 * 60
/** Shifts a time so that a picker displays Asia/Shanghai time in any browser time zone; `fromPicker` reverses it. */
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

/** Parses "2026-06-15" for a picker. */
export const dayOf = (text: string): Dayjs => dayjs(text)

const now = () => toPicker(new Date())!

/** Shortcuts for an expiry (docs/reference/specification.md 9). */
export const expiryShortcuts = expirySpans.map(({ label, hours }) => ({ label, value: () => now().add(hours, "hour") }))

/** Shortcuts for a range of days up to today (docs/reference/specification.md 9). */
export const rangeShortcuts = shortcuts.map(({ days, label }) => ({
  label,
  value: (): [Dayjs, Dayjs] => [now().subtract(days, "day"), now()],
}))
