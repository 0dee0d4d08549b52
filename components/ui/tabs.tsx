"use client"

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react"

export type Pane = { key: string; label: string; content: ReactNode }

/** Tabs following the WAI-ARIA pattern (arrow keys). Only the open pane is in the DOM; a single pane has no tabs. */
export const AccountTabs = ({ panes, label, sub = false }: { panes: Pane[]; label: string; sub?: boolean }) => {
  const id = useId()
  const [open, setOpen] = useState(panes[0]?.key)
  const list = useRef<HTMLDivElement>(null)
  const current = panes.find(({ key }) => key === open) ?? panes[0]
  if (!current) return null
  if (panes.length === 1) return current.content
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = (panes.indexOf(current) + step + panes.length) % panes.length
    setOpen(panes[at]!.key)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus()
  }
  return (
    <>
      <div ref={list} className={sub ? "acc-tabs sub" : "acc-tabs"} role="tablist" aria-label={label}>
        {panes.map((pane) => {
          const chosen = pane === current
          return (
            <button
              key={pane.key}
              type="button"
              role="tab"
              id={`${id}-${pane.key}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-pane` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => setOpen(pane.key)}
              onKeyDown={onKeyDown}
            >
              {pane.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-pane`} aria-labelledby={`${id}-${current.key}`}>
        {current.content}
      </div>
    </>
  )
}
