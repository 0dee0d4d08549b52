"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"
import { AaMenu } from "./aa-menu"
import { DeskTool, ModeMenu } from "./mode-menu"
import { PageInput } from "./page-jump"
import { isAlone, mayPrint, maySearch } from "../store/reader-rules"
import { openSearch } from "../search/open-search"
import { switchView } from "../text/switch-view"
import { useReader, useReaderStore } from "../store/use-reader"
import { ZoomMenu } from "./zoom-menu"

type ToolProps = {
  icon: IconName
  label: string
  hint?: string
  pressed?: boolean
  disabled?: boolean
  className?: string
  onClick: () => void
}

const Tool = ({ icon, label, hint, pressed, disabled, className = "", onClick }: ToolProps) => (
  <button
    type="button"
    className={`ib${className}`}
    aria-label={label}
    title={hint ? `${label}（${hint}）` : label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
)

const FullScreenTool = () => {
  const store = useReaderStore()
  const full = useReader((state) => state.full)
  const [able, setAble] = useState(true)
  // Phones may not support full screen; the disabled button keeps its position to avoid layout shift.
  useEffect(() => setAble(document.fullscreenEnabled ?? false), [])
  return (
    <Tool
      icon={full ? "shrink" : "fullscreen"}
      label={full ? "退出全屏" : "全屏"}
      hint="F"
      disabled={!able}
      onClick={() => store.getState().toggleFull()}
    />
  )
}

const PageTools = () => {
  const store = useReaderStore()
  const { leaf, zoomBy } = store.getState()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const text = useReader((state) => state.view === "text")
  return (
    <>
      <Tool icon="back" label="上一页" hint="←" disabled={page <= 1} onClick={() => leaf(-1)} />
      <PageInput />
      <Tool icon="next" label="下一页" hint="→" disabled={page >= total} onClick={() => leaf(1)} />
      {!text && (
        <>
          <span className="sep" />
          <Tool icon="minus" label="缩小" hint="−" onClick={() => zoomBy(false)} />
          <ZoomMenu />
          <Tool icon="plus" label="放大" hint="+" onClick={() => zoomBy(true)} />
        </>
      )}
    </>
  )
}

/**
 * The sticky toolbar of the reader; the line below it shows the reading progress. Folded (`room/room.ts`), it keeps the elements with
 * `in-room`: panel, title, page, Aa and the menu of everything else.
 */
export const Toolbar = () => {
  const store = useReaderStore()
  const { rotate, set } = store.getState()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const pages = useReader((state) => Math.max(1, state.source.pages, total))
  const side = useReader((state) => state.side)
  const alone = useReader((state) => isAlone(state.source))
  const search = useReader((state) => maySearch(state.source, state.policy))
  const reflow = useReader((state) => state.source.hasText && state.policy.selectable)
  const view = useReader((state) => state.view)
  const text = view === "text"
  const sheets = useReader((state) => state.source.sheets)
  const grid = view === "sheets"
  const title = useReader((state) => state.source.title)
  const chapter = useReader((state) => (state.view === "text" ? state.chapter : ""))
  const openPanel = () => {
    const { source } = store.getState()
    if (window.innerWidth < 768) set({ sheet: source.outline ? "outline" : "thumbs" })
    else set({ side: side ? "" : "thumbs" })
  }
  const print = useReader((state) => mayPrint(state.source, state.policy))
  return (
    <div className="tb" role="toolbar" aria-label="阅读工具">
      {!alone && !grid && (
        <>
          <Tool icon="panel" label="缩略图" hint="T" className=" in-room" pressed={side !== ""} onClick={openPanel} />
          <span className="sep" />
        </>
      )}
      <b className="tb-title in-room">{chapter || title}</b>
      {!grid && <PageTools />}
      <span className="end">
        {search && (
          <Tool
            icon="search"
            label="在文档内搜索"
            hint="Ctrl+F"
            pressed={side === "search"}
            onClick={() => (side === "search" ? set({ side: "thumbs" }) : openSearch(store.getState()))}
          />
        )}
        {sheets && (
          <Tool icon="table" label={grid ? "分页视图" : "表格"} pressed={grid} onClick={() => set({ view: grid ? "pages" : "sheets" })} />
        )}
        {reflow && (
          <button type="button" className="ib word-tool" title="文字版（V）" aria-pressed={text} onClick={() => switchView(store)}>
            文字版
          </button>
        )}
        {!text && !grid && <ModeMenu />}
        <AaMenu />
        {!text && !grid && <Tool icon="rotate" label="旋转" hint="R" className=" wide-only" onClick={rotate} />}
        {print && <Tool icon="print" label="打印" hint="Ctrl+P" className=" wide-only" onClick={() => set({ printing: true })} />}
        <DeskTool />
        <FullScreenTool />
        <Tool icon="help" label="快捷键" hint="?" onClick={() => set({ help: true })} />
        <Tool icon="more" label="更多阅读工具" className=" in-room room-only" onClick={() => set({ sheet: "menu" })} />
      </span>
      <i className="progress" style={{ transform: `scaleX(${page / pages})` }} />
    </div>
  )
}
