"use client"

import dynamic from "next/dynamic"
import { Icon } from "@/components/ui/icon"
import { usePopover } from "@/components/ui/use-popover"
import type { StaffDocumentState } from "./staff/use-staff-items"

const DocumentMenuList = dynamic(() => import("./document-menu-list").then((module) => module.DocumentMenuList), { ssr: false })

/** 更多操作, at the end of the page's header; its entries load when it opens. */
export const DocumentMenu = (moderation: StaffDocumentState) => {
  const { root, open, setOpen, close } = usePopover<HTMLDivElement>()
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
