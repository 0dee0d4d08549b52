"use client"

import { useId } from "react"

type Props<T> = {
  label: string
  options: readonly { value: T; label: string }[]
  value?: T
  onChange?: (value: T) => void
}

/** One of a few choices, as radio buttons of the browser. */
export const ChoiceField = <T extends string | number>({ label, options, value, onChange }: Props<T>) => {
  const name = useId()
  return (
    <div className="cp-choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={value === option.value} onChange={() => onChange?.(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
