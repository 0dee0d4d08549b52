"use client"

import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react"
import { usePathname } from "next/navigation"
import { flushSync } from "react-dom"
import { useResettingState } from "@/components/ui/use-resetting-state"

/** `load` returns the card's content. It is called when the pointer is near, because the card may open soon. */
type Props = {
  anchor: (open: boolean) => ReactNode
  label: string
  load: () => Promise<ReactNode>
  delay?: number
  narrow?: boolean
  className?: string
}

/** Moves a card to the left by the part that would be beyond the right edge of the window. */
const keepInWindow = (card: HTMLElement | null) => {
  const beyond = card ? card.getBoundingClientRect().right + 8 - document.documentElement.clientWidth : 0
  if (card && beyond > 0) card.style.marginLeft = `${-beyond}px`
}

/**
 * A card under a navigation item. Opens after the pointer rested for 600 ms (docs/reference/specification.md 2), with ↓ on the item, or with
 * a click if the item is a button. ↓ and ↑ move through the card. Esc closes it and returns the focus; nothing in it is reachable only by
 * hovering.
 */
export const HoverCard = ({ anchor, label, load, delay = 600, narrow, className = "" }: Props) => {
  const [open, setOpen] = useResettingState(false, usePathname())
  const [content, setContent] = useState<ReactNode>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // a resting pointer keeps a card open, but never beside what the user turns to instead (the suggestions of a search)
    const leave = ({ target }: Event) => {
      if (root.current?.contains(target as Node)) return
      clearTimeout(timer.current)
      setOpen(false)
    }
    document.addEventListener("focusin", leave)
    return () => document.removeEventListener("focusin", leave)
  }, [setOpen])

  // content that cannot be loaded leaves the card closed; the next attempt loads it again
  const near = () => void load().then(setContent, () => {})
  const plan = (next: boolean, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), wait)
  }
  /** The item itself is the first stop. Links that this window width hides do not take the focus. */
  const move = (by: 1 | -1) => {
    const stops = [...root.current!.querySelectorAll<HTMLElement>("a, button")]
    let at = Math.max(0, stops.indexOf(document.activeElement as HTMLElement))
    do stops[(at += by)]?.focus()
    while (stops[at] && document.activeElement !== stops[at])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (by && (open || by > 0)) {
      event.preventDefault()
      void load().then(
        (card) => {
          // synchronously, because the focus moves into the opened card
          flushSync(() => {
            setContent(card)
            setOpen(true)
          })
          move(by)
        },
        () => {},
      )
    }
    if (event.key === "Escape" && open) {
      setOpen(false)
      root.current?.querySelector<HTMLElement>("a, button")?.focus()
    }
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest("button")) return
    near()
    // the pointer may have opened it already; `detail` is 0 for the keyboard
    plan(event.detail > 0 || !open, 0)
  }

  return (
    <div
      ref={root}
      role="presentation"
      className={`hover ${className}`}
      onMouseEnter={() => {
        near()
        plan(true, open ? 0 : delay)
      }}
      onMouseLeave={() => plan(false, 160)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {anchor(open)}
      {open && content ? (
        <div ref={keepInWindow} className={narrow ? "pop narrow" : "pop"} role="group" aria-label={label}>
          {content}
        </div>
      ) : null}
    </div>
  )
}
