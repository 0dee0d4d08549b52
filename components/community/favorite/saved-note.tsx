"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { WithCall } from "@/components/ui/with-call"
import { useDocumentStore } from "../../providers/document-state"

const stays = 10_000

/** A note that offers to choose a folder. Closes by itself unless hovered or focused. */
export const SavedNote = () => {
  const store = useDocumentStore()
  const [hovered, setHovered] = useState(false)
  const hide = () => store.getState().set({ saved: false })
  useEffect(() => {
    if (hovered) return
    const timer = setTimeout(() => store.getState().set({ saved: false }), stays)
    return () => clearTimeout(timer)
  }, [hovered, store])
  return (
    <div
      className="saved"
      role="presentation"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
    >
      <Icon name="bookmark" small />
      <span>已放进我的收藏</span>
      <WithCall call="GET /favorite/folder">
        <button type="button" className="bt soft sm" onClick={() => store.getState().set({ saved: false, dialog: "folder" })}>
          选择收藏夹
        </button>
      </WithCall>
      <button type="button" className="ib" aria-label="不用了" onClick={hide}>
        <MoreIcon name="close" small />
      </button>
    </div>
  )
}
