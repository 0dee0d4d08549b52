"use client"

import { type KeyboardEvent, useEffect, useRef } from "react"
import { MoreIcon } from "@/components/ui/more-icon"

export type MenuChoice = { key: string; label: string; chosen: boolean; choose: () => void }
type Props = { label: string; choices: MenuChoice[]; toEnd: boolean; onClose: () => void }
const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The entries of an open menu; the selected one has the focus. */
export const MenuList = ({ label, choices, toEnd, onClose }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitemradio]") ?? [])]

  useEffect(() => {
    const chosen = items().find((item) => item.getAttribute("aria-checked") === "true")
    ;(chosen ?? items()[0])?.focus({ preventScroll: true })
  }, [])

  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") {
      // Escape closes only the menu, not the elements below it
      event.stopPropagation()
      return onClose()
    }
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step[event.key] ?? 0)
    if (next === at) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus({ preventScroll: true })
  }

  return (
    <div ref={list} className="zoom-menu" data-end={toEnd || undefined} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKey}>
      {choices.map(({ key, label: name, chosen, choose }) => (
        <button
          key={key}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={chosen}
          onClick={() => {
            choose()
            onClose()
          }}
        >
          {name}
          {chosen && <MoreIcon name="check" small />}
        </button>
      ))}
    </div>
  )
}
