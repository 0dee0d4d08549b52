"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { Icon } from "@/components/ui/icon"

const ShareDialog = dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), { ssr: false })

/** Opens the system's share sheet on phones; on other devices a dialog with the link and the embed code. */
export const ShareButton = ({ title, iconOnly = false }: { title: string; iconOnly?: boolean }) => {
  const [open, setOpen] = useState(false)
  const share = async () => {
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return setOpen(true)
    // Cancelling the share sheet is not an error.
    await navigator.share({ title, url: location.href }).catch(() => undefined)
  }
  return (
    <>
      <button
        type="button"
        className={iconOnly ? "ib" : "bt text"}
        aria-label={iconOnly ? "分享" : undefined}
        title={iconOnly ? "分享" : undefined}
        onClick={() => void share()}
      >
        <Icon name="share" />
        {!iconOnly && "分享"}
      </button>
      {open && <ShareDialog title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
