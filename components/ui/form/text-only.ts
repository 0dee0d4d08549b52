import type { ClipboardEvent, DragEvent, SyntheticEvent } from "react"

/**
 * Handlers of a field that takes text only: pasted or dropped files are refused with a word. A browser ignores pasted files, and leaves the
 * page for a dropped one.
 */
export const textOnly = (refuse: (message: string) => void, message = "这里只能写文字，图片和文件没有加进来") => {
  const check = (event: SyntheticEvent, data: DataTransfer) => {
    if (data.files.length === 0 || data.getData("text/plain") !== "") return
    event.preventDefault()
    refuse(message)
  }
  return {
    onPaste: (event: ClipboardEvent) => check(event, event.clipboardData),
    onDrop: (event: DragEvent) => check(event, event.dataTransfer),
  }
}
