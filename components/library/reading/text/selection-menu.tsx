"use client"

import { useEffect, useRef, useState } from "react"
import { paths } from "@/lib/rules/path"
import { openSearch } from "../search/open-search"
import { maySearch } from "../store/reader-rules"
import { useReader, useReaderStore } from "../store/use-reader"
import { quotationOf, readSelection, type ReaderSelection } from "./selected"

/** The menu appears once the selection rests for this time (ms), and a press on it may end the selection before it is a click. */
const rest = 250
/** Size of the menu and its distance from the text (px). */
const size = { width: 232, height: 40, gap: 8 }
/** A document can be searched for at most this many characters. */
const maxWord = 64
/** How long a button says that it has copied (ms). */
const saidMs = 1_500

/** Above the selection; below it where there is no room, and on phones, where the system's own menu is above. */
const positionOf = ({ box }: ReaderSelection): { left: number; top: number } => {
  const above = box.top - size.height - size.gap
  const isBelow = above < 96 || window.matchMedia("(pointer: coarse)").matches
  const top = isBelow ? Math.min(box.bottom + size.gap, window.innerHeight - size.height - 72) : above
  const left = box.left + box.width / 2 - size.width / 2
  return { left: Math.max(8, Math.min(left, window.innerWidth - size.width - 8)), top }
}

/**
 * What can be done with selected text: copy it, quote it with its source, or search the document for it. Highlights and notes will be the
 * first entries (docs/decisions/212).
 */
export const SelectionMenu = () => {
  const store = useReaderStore()
  const source = useReader((state) => state.source)
  const searches = useReader((state) => maySearch(state.source, state.policy))
  const [selection, setSelection] = useState<ReaderSelection | null>(null)
  const [said, setSaid] = useState("")
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer = 0
    const look = () => {
      if (menu.current?.contains(document.activeElement) && document.getSelection()?.isCollapsed) return
      setSaid("")
      setSelection(readSelection(store))
    }
    const soon = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(look, rest)
    }
    // it stands beside the text only where that was: scrolling hides it until it rests again
    const onScroll = () => {
      setSelection((before) => {
        if (before) soon()
        return null
      })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setSelection(null)
    }
    document.addEventListener("selectionchange", soon)
    document.addEventListener("keydown", onKey)
    window.addEventListener("scroll", onScroll, { passive: true })
    window.addEventListener("resize", onScroll)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener("selectionchange", soon)
      document.removeEventListener("keydown", onKey)
      window.removeEventListener("scroll", onScroll)
      window.removeEventListener("resize", onScroll)
    }
  }, [store])
  useEffect(() => {
    if (!said) return
    const timer = window.setTimeout(() => setSaid(""), saidMs)
    return () => window.clearTimeout(timer)
  }, [said])
  if (!selection) return null
  const { text, page } = selection
  const copy = (name: string, content: string) => () =>
    void navigator.clipboard.writeText(content).then(
      () => setSaid(name),
      () => setSaid("没有复制成功"),
    )
  const address = `${window.location.origin}${paths.document(source.uuid)}#page=${page}`
  const search = () => {
    const state = store.getState()
    state.set({ search: { ...state.search, word: text.replace(/\s+/g, " ").slice(0, maxWord) } })
    openSearch(store.getState())
    setSelection(null)
  }
  return (
    <div
      ref={menu}
      className="sel-menu"
      role="toolbar"
      aria-label="选中的文字"
      tabIndex={-1}
      style={positionOf(selection)}
      // a press must not end the selection
      onMouseDown={(event) => event.preventDefault()}
    >
      <button type="button" onClick={copy("复制", text)}>
        {said === "复制" ? "已复制" : "复制"}
      </button>
      <button type="button" title="连同标题、页码和网址一起复制" onClick={copy("引用", quotationOf(text, source.title, page, address))}>
        {said === "引用" ? "已复制" : "引用"}
      </button>
      {searches && (
        <button type="button" onClick={search}>
          文中搜索
        </button>
      )}
      <span className="sr" role="status">
        {said === "复制" || said === "引用" ? "已复制" : said}
      </span>
    </div>
  )
}
