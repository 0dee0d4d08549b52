"use client"

import { useEffect, useState } from "react"

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false

/** Files may be dropped anywhere on the page, or pasted. True while some are held over it. */
export const useFileDrop = (onFiles: (files: File[]) => void): boolean => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let leave = 0
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      window.clearTimeout(leave)
      setOver(true)
      // dragleave also comes from every child; when no dragover follows, the files are gone
      leave = window.setTimeout(() => setOver(false), 200)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length) onFiles(files)
    }
    window.addEventListener("dragover", onDrag)
    window.addEventListener("drop", onDrop)
    window.addEventListener("paste", onPaste)
    return () => {
      window.clearTimeout(leave)
      window.removeEventListener("dragover", onDrag)
      window.removeEventListener("drop", onDrop)
      window.removeEventListener("paste", onPaste)
    }
  }, [onFiles])
  return over
}
