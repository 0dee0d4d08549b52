"use client"

import type { MouseEvent } from "react"

/** 第 3 页: leads the reader above to the page that is spoken of. */
export const PageChip = ({ page }: { page: number }) => {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // the reader listens to the address; the same page twice would be no change of it
    history.replaceState(history.state, "", `#page=${page}`)
    window.dispatchEvent(new HashChangeEvent("hashchange"))
  }
  return (
    <a className="page-chip" href={`#page=${page}`} onClick={go}>
      第 {page} 页
    </a>
  )
}
