"use client"

import { useEffect, useState } from "react"
import { entriesOf, harvestEntries, harvestFiles, type Harvest } from "@/lib/upload/walk"

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false

/** "" = nothing, "over" = files are dragged over the page, "reading" = a dropped folder is being scanned. */
export type DropState = "" | "over" | "reading"

/** Accepts files and folders dropped anywhere on the page, or pasted. */
export const useFileDrop = (onHarvest: (harvest: Harvest) => void): DropState => {
  const [state, setState] = useState<DropState>("")
  useEffect(() => {
    let leave = 0
    let alive = true
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      window.clearTimeout(leave)
      setState("over")
      // children fire dragleave too; if no dragover follows, the drag has left the page
      leave = window.setTimeout(() => setState(""), 200)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      window.clearTimeout(leave)
      setState("reading")
      void harvestEntries(entriesOf(event.dataTransfer?.items ?? [])).then((harvest) => {
        if (!alive) return
        setState("")
        onHarvest(harvest)
      })
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (!files.length) return
      event.preventDefault()
      onHarvest(harvestFiles(files))
    }
    window.addEventListener("dragover", onDrag)
    window.addEventListener("drop", onDrop)
    window.addEventListener("paste", onPaste)
    return () => {
      alive = false
      window.clearTimeout(leave)
      window.removeEventListener("dragover", onDrag)
      window.removeEventListener("drop", onDrop)
      window.removeEventListener("paste", onPaste)
    }
  }, [onHarvest])
  return state
}
