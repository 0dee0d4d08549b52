"use client"

import dynamic from "next/dynamic"
import type { KeyboardEvent } from "react"
import type { SideContent } from "../store/reader-store"
import { useReader, useReaderStore } from "../store/use-reader"

/** A placeholder for the thumbnails: none is visible before the space is measured. */
const RailToCome = () => <nav className="rail" aria-label="页面缩略图" />
const Rail = dynamic(() => import("./thumbnails").then((module) => module.Rail), { ssr: false, loading: RailToCome })
const OutlinePanel = dynamic(() => import("./outline-panel").then((module) => module.OutlinePanel), { ssr: false })
const SearchPanel = dynamic(() => import("../search/search-panel").then((module) => module.SearchPanel), { ssr: false })

const tabs: { value: SideContent; label: string }[] = [
  { value: "thumbs", label: "缩略图" },
  { value: "outline", label: "目录" },
]

const Tabs = () => {
  const store = useReaderStore()
  const side = useReader((state) => state.side)
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    event.preventDefault()
    const next = side === "thumbs" ? "outline" : "thumbs"
    store.getState().set({ side: next })
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className="side-tabs" role="tablist" aria-label="侧栏" tabIndex={-1} onKeyDown={onKey}>
      {tabs.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`side-tab-${value}`}
          aria-controls="side-panel"
          data-tab={value}
          aria-selected={side === value}
          tabIndex={side === value ? 0 : -1}
          onClick={() => store.getState().set({ side: value })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** The panel beside the pages: thumbnails, table of contents or search. */
export const SidePanel = () => {
  const store = useReaderStore()
  const side = useReader((state) => state.side)
  const outline = useReader((state) => state.source.outline)
  const there = useReader((state) => state.frame !== null)
  const close = () => {
    const { frame, set } = store.getState()
    set({ side: "thumbs" })
    frame?.querySelector<HTMLElement>(".pages")?.focus({ preventScroll: true })
  }
  if (side === "search")
    return (
      <div className="side">
        <SearchPanel onClose={close} />
      </div>
    )
  const body = side === "outline" ? <OutlinePanel /> : there ? <Rail /> : <RailToCome />
  if (!outline) return <div className="side">{body}</div>
  return (
    <div className="side">
      <Tabs />
      <div id="side-panel" className="side-in" role="tabpanel" aria-labelledby={`side-tab-${side}`}>
        {body}
      </div>
    </div>
  )
}
