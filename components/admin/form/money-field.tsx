"use client"

import { NumberField } from "@/components/ui/form/number-field"

type Props = {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  disabled?: boolean
  placeholder?: string
}

/** An input for an amount: displayed in 元 with two decimals; value, `min` (default 0) and `max` are whole 分. */
export const MoneyField = ({ id, value, onChange, min = 0, max, disabled = false, placeholder }: Props) => (
  <NumberField
    id={id}
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
