"use client"

import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react"
import { usePathname } from "next/navigation"
import { flushSync } from "react-dom"
import { useResettingState } from "@/components/ui/use-resetting-state"

/** `onNear` loads the card's content: the pointer is near, so the card may open soon. */
type Props = { anchor: ReactNode; label: string; children: ReactNode; delay?: number; narrow?: boolean; onNear?: () => Promise<unknown> }

/**
 * A card under a navigation item. Opens after the pointer rested for 600 ms (docs/reference/specification.md 2), or with ↓ on the item. Esc
 * closes it and returns the focus; nothing in it is reachable only by hovering.
 */
export const HoverCard = ({ anchor, label, children, delay = 600, narrow = false, onNear }: Props) => {
  const [open, setOpen] = useResettingState(false, usePathname())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => () => clearTimeout(timer.current), [])

  const plan = (next: boolean, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), wait)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && !open) {
      event.preventDefault()
      void Promise.resolve(onNear?.()).then(() => {
        // synchronously, because the focus moves into the opened card
        flushSync(() => setOpen(true))
        root.current?.querySelector<HTMLElement>(".pop a")?.focus()
      })
    }
    if (event.key === "Escape" && open) {
      setOpen(false)
      root.current?.querySelector<HTMLElement>("a")?.focus()
    }
  }

  return (
    <div
      ref={root}
      role="presentation"
      className="hover"
      onMouseEnter={() => {
        if (!open) void onNear?.()
        plan(true, open ? 0 : delay)
      }}
      onMouseLeave={() => plan(false, 160)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {anchor}
      {open ? (
        <div id={id} className={narrow ? "pop narrow" : "pop"} role="group" aria-label={label}>
          {children}
        </div>
      ) : null}
    </div>
  )
}
