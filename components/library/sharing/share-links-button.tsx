"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { WithCall } from "@/components/ui/with-call"

const ShareLinksDialog = dynamic(() => import("./share-links-dialog").then((module) => module.ShareLinksDialog), { ssr: false })

/** Opens the list of all share links of the user. */
export const ShareLinksButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <WithCall call="GET /document/share/list">
      <button type="button" className="bt" onClick={() => setOpen(true)}>
        分享链接
      </button>
      {open && <ShareLinksDialog document={null} onClose={() => setOpen(false)} />}
    </WithCall>
  )
}
