"use client"

import dynamic from "next/dynamic"
import { useEffect, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"
import type { StaffDocumentState } from "./staff/use-staff-items"

const DocumentMenuList = dynamic(() => import("./document-menu-list").then((module) => module.DocumentMenuList), { ssr: false })

/** 更多操作, at the end of the page's header; its entries load when it opens. */
export const DocumentMenu = (moderation: StaffDocumentState) => {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const away = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener("pointerdown", away)
    return () => document.removeEventListener("pointerdown", away)
  }, [open])

  const close = () => {
    setOpen(false)
    root.current?.querySelector("button")?.focus()
  }
  return (
    <div ref={root} className="doc-menu">
      <button
        type="button"
        className="ib"
        aria-label="更多操作"
        title="更多操作"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && <DocumentMenuList moderation={moderation} onClose={close} />}
    </div>
  )
}
