"use client"

import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { type Zoom, zoomMenu } from "./reader-rules"
import { useReader, useReaderStore } from "./use-reader"

const choices: Zoom[] = ["width", "page", ...zoomMenu]
const nameOf = (zoom: Zoom) => (zoom === "width" ? "适应宽度" : zoom === "page" ? "适应页面" : `${Math.round(zoom * 100)} %`)
const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Fit the width, the page, or 50 to 300 %. A menu of our own: it stays inside of full screen, and public pages carry no antd. */
export const ZoomMenu = () => {
  const store = useReaderStore()
  const zoom = useReader((state) => state.zoom)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitemradio]") ?? [])]

  useEffect(() => {
    if (!open) return
    const chosen = items().find((item) => item.getAttribute("aria-checked") === "true")
    ;(chosen ?? items()[0])?.focus()
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [open])

  const close = () => {
    setOpen(false)
    box.current?.querySelector("button")?.focus()
  }
  const choose = (choice: Zoom) => {
    store.getState().set({ zoom: choice })
    close()
    // The whole page shall be seen: two frames later its new box is there.
    const show = () => store.getState().goTo(store.getState().page, true)
    if (choice === "page") requestAnimationFrame(() => requestAnimationFrame(show))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") return close()
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step[event.key] ?? 0)
    if (next === at) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }

  return (
    <span className="zoom-box" ref={box}>
      <button type="button" className="zoom" aria-label={`缩放：${nameOf(zoom)}`} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {nameOf(zoom)}
        <Icon name="down" small />
      </button>
      {open && (
        <div className="zoom-menu" role="menu" aria-label="缩放" tabIndex={-1} onKeyDown={onKey}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              aria-checked={choice === zoom}
              onClick={() => choose(choice)}
            >
              {nameOf(choice)}
              {choice === zoom && <Icon name="check" small />}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
