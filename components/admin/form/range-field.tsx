"use client"

import { DatePicker } from "antd"
import { dayOf, rangeShortcuts } from "./site-time"

type Props = { id?: string; value?: string[]; onChange?: (value: string[]) => void; label?: string }

const format = "YYYY-MM-DD"

/** An input for a range of days ("2026-06-15"), both inclusive, with the shortcuts of docs/reference/specification.md 9. */
export const RangeField = ({ id, value = [], onChange, label = "日期" }: Props) => {
  const [from, to] = value
  return (
    <DatePicker.RangePicker
      id={id ? { start: id, end: `${id}-end` } : undefined}
      className="wide"
      presets={rangeShortcuts}
      // otherwise an empty field traps the focus: Tab would not leave it
      allowEmpty={[true, true]}
      format={format}
      value={from && to ? [dayOf(from), dayOf(to)] : null}
      placeholder={[`${label}从`, "到"]}
      onChange={(days) => onChange?.(days?.[0] && days[1] ? [days[0].format(format), days[1].format(format)] : [])}
    />
  )
}
