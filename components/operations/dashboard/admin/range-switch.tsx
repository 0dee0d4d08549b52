"use client"

import { useState } from "react"
import { dayChoices, lastDays, type DashboardRange } from "@/lib/view/operations/dashboard/range"

type Props = { range: DashboardRange; now: number; onChange: (range: DashboardRange) => void }

/** Selects 7, 30 or 90 days, or a custom range with two native date fields that apply at once. */
export const RangeSwitch = ({ range, now, onChange }: Props) => {
  const [open, setOpen] = useState(false)
  const isCustom = range.days === 0 || open
  const today = lastDays(1, now).to
  const take = (part: Partial<DashboardRange>) => {
    const next = { ...range, ...part, days: 0 }
    // ignores an emptied field and a year that is still being typed
    if (next.from && next.to && next.from.startsWith("2") && next.to.startsWith("2")) onChange(next)
  }
  return (
    <div className="dash-range">
      <div role="group" aria-label="时间范围" className="dash-switch">
        {dayChoices.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={!isCustom && range.days === days}
            onClick={() => {
              setOpen(false)
              onChange(lastDays(days, now))
            }}
          >
            {days} 天
          </button>
        ))}
        <button type="button" aria-pressed={isCustom} aria-expanded={isCustom} onClick={() => setOpen(true)}>
          自选
        </button>
      </div>
      {isCustom ? (
        <div className="dash-days">
          <input
            type="date"
            aria-label="从哪一天"
            value={range.from}
            max={range.to}
            onChange={(event) => take({ from: event.target.value })}
          />
          <span aria-hidden="true">—</span>
          <input
            type="date"
            aria-label="到哪一天"
            value={range.to}
            min={range.from}
            max={today}
            onChange={(event) => take({ to: event.target.value })}
          />
        </div>
      ) : null}
    </div>
  )
}
