"use client"

import dynamic from "next/dynamic"
import { usePopover } from "@/components/ui/use-popover"

const TextSettings = dynamic(() => import("./text-settings").then((module) => module.TextSettings), { ssr: false })

/** Aa: how the pages and their text look. Stays open while the user tries values, until a press outside or Escape. */
export const AaMenu = () => {
  const { root, open, setOpen, close } = usePopover<HTMLSpanElement>()
  return (
    <span
      className="aa in-room"
      role="presentation"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return
        // closes only this panel, not the elements below it
        event.stopPropagation()
        event.preventDefault()
        close()
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
