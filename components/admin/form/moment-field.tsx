"use client"

import { DatePicker } from "antd"
import { expiryShortcuts, fromPicker, toPicker } from "./site-time"

type Props = {
  id?: string
  value?: string | null
  onChange?: (value: string) => void
  expiry?: boolean
  disabled?: boolean
  placeholder?: string
}

/** An input for a date and time: an ISO text, or "" for none. `expiry` offers the shortcuts of docs/reference/specification.md 9. */
export const MomentField = ({ id, value, onChange, expiry = false, disabled = false, placeholder }: Props) => (
  <DatePicker
    id={id}
    className="wide"
    showTime={{ format: "HH:mm" }}
    format="YYYY-MM-DD HH:mm"
    presets={expiry ? expiryShortcuts : undefined}
    value={toPicker(value)}
    disabled={disabled}
    placeholder={placeholder ?? "选择时间"}
    onChange={(picked) => onChange?.(fromPicker(Array.isArray(picked) ? (picked[0] ?? null) : picked))}
  />
)
