"use client"

import type { ReactNode } from "react"
import type { Selection } from "./use-selection"

type Props = { selection: Selection; unit: string; children: ReactNode }

/** The bar above a list, always present so that nothing shifts: select all, the number selected, and the batch actions. */
export const BatchBar = ({ selection, unit, children }: Props) => {
  const { ids, all, toggleAll } = selection
  return (
    <div className="batch" role="group" aria-label="批量操作">
      <label className="tick">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = ids.length > 0 && !all
          }}
          onChange={toggleAll}
        />
        全选本页
      </label>
      <span className="muted num" aria-live="polite">
        {ids.length > 0 ? `已选 ${ids.length} ${unit}` : ""}
      </span>
      <span className="end">{children}</span>
    </div>
  )
}

/** The checkbox of one row, above the link that covers the row. */
export const RowTick = ({ selection, id, title }: { selection: Selection; id: number; title: string }) => (
  <label className="tick row-tick">
    <input type="checkbox" checked={selection.has(id)} aria-label={`选择《${title}》`} onChange={() => selection.toggle(id)} />
  </label>
)
