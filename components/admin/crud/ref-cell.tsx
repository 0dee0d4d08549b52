"use client"

import { pathTo, useChoices, type Reference } from "./reference"

type Props = { from: Reference; value: unknown; fallback: string }

/** The labels of the referenced rows; `fallback` if none of them is available. */
export const RefCell = ({ from, value, fallback }: Props) => {
  const { choices } = useChoices(from)
  const values = [value ?? []].flat() as (number | string)[]
  const labels = values.flatMap((one) => pathTo(choices, one).at(-1)?.label ?? [])
  const names = labels.length > 0 ? labels : fallback ? [fallback] : []
  if (names.length === 0) return <span className="muted">—</span>
  return (
    <span className="tags" title={names.length > 1 ? names.join("、") : undefined}>
      {names.map((name) => (
        <span key={name} className="tag pri">
          {name}
        </span>
      ))}
    </span>
  )
}
