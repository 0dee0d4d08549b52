"use client"

import { useEffect, useState } from "react"
import { useReader, useReaderStore } from "../store/use-reader"

/** The page number on phones, which have no toolbar; a tap opens the menu. */
export const PagePill = () => {
  const store = useReaderStore()
  const frame = useReader((state) => state.frame)
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const pages = useReader((state) => Math.max(state.source.pages, total))
  const grid = useReader((state) => state.view === "sheets")
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (!frame) return
    const watch = new IntersectionObserver(([entry]) => setReading(entry?.isIntersecting ?? false))
    watch.observe(frame)
    return () => watch.disconnect()
  }, [frame])
  if (!total) return null
  return (
    // Not disabled, but absent from the tab order while the user reads something else.
    <button
      type="button"
      className="pill"
      data-on={reading}
      tabIndex={reading ? 0 : -1}
      aria-label={grid ? "打开阅读菜单" : `${page} / ${pages} 页，打开阅读菜单`}
      onClick={() => store.getState().set({ sheet: "menu" })}
    >
      {grid ? "菜单" : `${page} / ${pages}`}
    </button>
  )
}
