"use client"

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"

export type Choice = { key: string; label: string; chosen: boolean; choose: () => void }
type Props = { label: string; face: ReactNode; className: string; choices: Choice[]; toEnd?: boolean }
const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A menu of our own with one chosen entry: it stays inside of full screen, and public pages carry no antd. */
export const Menu = ({ label, face, className, choices, toEnd = false }: Props) => {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitemradio]") ?? [])]

  useEffect(() => {
    if (!open) return
    const chosen = items().find((item) => item.getAttribute("aria-checked") === "true")
    ;(chosen ?? items()[0])?.focus({ preventScroll: true })
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [open])

  const close = () => {
    setOpen(false)
    box.current?.querySelector("button")?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") {
      // Escape closes the menu only, not what lies below it
      event.stopPropagation()
      return close()
    }
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step[event.key] ?? 0)
    if (next === at) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus({ preventScroll: true })
  }

  return (
    <span className="zoom-box" ref={box}>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div
          className="zoom-menu"
          data-end={toEnd || undefined}
          role="menu"
          aria-label={label.split("：")[0]}
          tabIndex={-1}
          onKeyDown={onKey}
        >
          {choices.map(({ key, label: name, chosen, choose }) => (
            <button
              key={key}
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              aria-checked={chosen}
              onClick={() => {
                choose()
                close()
              }}
            >
              {name}
              {chosen && <Icon name="check" small />}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
