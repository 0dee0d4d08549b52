"use client"

import { InputNumber } from "antd"

type Props = {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  disabled?: boolean
  placeholder?: string
}

/** An amount in 元 with two decimals on the screen, in whole 分 as a value; so are `min` (0) and `max`. */
export const MoneyField = ({ id, value, onChange, min = 0, max, disabled = false, placeholder }: Props) => (
  <InputNumber<number>
    id={id}
    className="wide"
    prefix="¥"
    inputMode="decimal"
    precision={2}
    step={1}
    min={min / 100}
    max={max === undefined ? undefined : max / 100}
    value={value === null || value === undefined ? null : value / 100}
    disabled={disabled}
    placeholder={placeholder}
    onChange={(yuan) => onChange?.(yuan === null ? null : Math.round(yuan * 100))}
  />
)
