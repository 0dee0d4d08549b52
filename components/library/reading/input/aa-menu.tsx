"use client"

import dynamic from "next/dynamic"
import { useEffect, useRef, useState } from "react"

const TextSettings = dynamic(() => import("./text-settings").then((module) => module.TextSettings), { ssr: false })

/** Aa: how the pages and their text look. Stays open while one tries out, until a press outside or Escape. */
export const AaMenu = () => {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [open])

  return (
    <span
      className="aa in-room"
      role="presentation"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return
        // closes only this panel, not what is underneath
        event.stopPropagation()
        event.preventDefault()
        setOpen(false)
        box.current?.querySelector("button")?.focus({ preventScroll: true })
      }}
    >
      <button
        type="button"
        className="ib word-tool"
        aria-label="阅读设置"
        title="阅读设置"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Aa
      </button>
      {open && (
        <div className="aa-panel" role="dialog" aria-label="阅读设置">
          <TextSettings />
        </div>
      )}
    </span>
  )
}
