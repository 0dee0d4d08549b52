"use client"

import { useEffect, useRef } from "react"
import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import { closedByPress } from "../input/closed-by-press"
import { modes } from "../input/mode-menu"
import { Choices } from "../input/choices"
import { OutlinePanel } from "./outline-panel"
import { PageInput } from "../input/page-jump"
import { Rail } from "./thumbnails"
import { mayPrint, maySearch } from "../store/reader-rules"
import { openSearch } from "../search/open-search"
import { switchView } from "../text/switch-view"
import { TextSettings } from "../input/text-settings"
import { SearchPanel } from "../search/search-panel"
import { useReader, useReaderStore } from "../store/use-reader"

const titles = { menu: "阅读", search: "在文档内搜索", outline: "目录", thumbs: "缩略图" }

const Action = ({ icon, label, onClick }: { icon: MoreIconName; label: string; onClick: () => void }) => (
  <button type="button" onClick={onClick}>
    <MoreIcon name={icon} />
    {label}
  </button>
)

const Everything = ({ close }: { close: () => void }) => {
  const store = useReaderStore()
  const { set, rotate, setMode, zoomBy, toggleFull } = store.getState()
  const source = useReader((state) => state.source)
  const policy = useReader((state) => state.policy)
  const view = useReader((state) => state.view)
  const mode = useReader((state) => state.mode)
  const full = useReader((state) => state.full)
  const text = view === "text"
  const grid = view === "sheets"
  const plain = text || grid
  /** Opens a panel: on phones in this dialog, in wider windows beside the pages. */
  const panel = (name: "search" | "outline" | "thumbs") => () => {
    if (window.innerWidth < 768) return set({ sheet: name })
    if (name === "search") openSearch(store.getState())
    else set({ side: name })
    close()
  }
  const also = (act: () => void) => () => {
    act()
    close()
  }
  return (
    <>
      <div className="sheet-jump">
        <PageInput label="页码，回车跳转" onDone={close} />
        <button type="button" className="bt p" onClick={close}>
          跳转
        </button>
      </div>
      <div className="sheet-acts">
        {maySearch(source, policy) && <Action icon="search" label="搜索" onClick={panel("search")} />}
        {source.outline && <Action icon="article" label="目录" onClick={panel("outline")} />}
        <Action icon="panel" label="缩略图" onClick={panel("thumbs")} />
        {source.sheets && (
          <Action icon="table" label={grid ? "分页视图" : "表格"} onClick={also(() => set({ view: grid ? "pages" : "sheets" }))} />
        )}
        {source.hasText && policy.selectable && (
          <Action icon="letters" label={text ? "原版" : "文字版"} onClick={also(() => switchView(store))} />
        )}
        {document.fullscreenEnabled && (
          <Action icon={full ? "shrink" : "fullscreen"} label={full ? "退出全屏" : "全屏"} onClick={also(toggleFull)} />
        )}
        {!plain && <Action icon="minus" label="缩小" onClick={() => zoomBy(false)} />}
        {!plain && <Action icon="plus" label="放大" onClick={() => zoomBy(true)} />}
        {!plain && <Action icon="fit" label="适应宽度" onClick={also(() => set({ zoom: "width" }))} />}
        {!plain && <Action icon="rotate" label="旋转" onClick={rotate} />}
        {mayPrint(source, policy) && <Action icon="print" label="打印" onClick={also(() => set({ printing: true }))} />}
      </div>
      {!plain && <Choices label="翻页" all={modes} chosen={mode} choose={(value) => also(() => setMode(value))()} />}
      <TextSettings />
    </>
  )
}

/** The menu of phones and of the folded bar: everything that the toolbar offers. */
export const PhonePanel = () => {
  const store = useReaderStore()
  const sheet = useReader((state) => state.sheet)
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => store.getState().set({ sheet: "" })
  useEffect(() => {
    if (sheet && !dialog.current?.open) dialog.current?.showModal()
    if (!sheet) dialog.current?.close()
  }, [sheet])
  return (
    <dialog
      ref={dialog}
      className="reader-dialog from-below"
      aria-label={sheet ? titles[sheet] : "阅读"}
      onClose={close}
      {...closedByPress}
    >
      {sheet && (
        <div className="reader-dialog-in">
          <header>
            <h2>{titles[sheet]}</h2>
            <button type="button" className="ib" aria-label="关闭" onClick={close}>
              <MoreIcon name="close" />
            </button>
          </header>
          {sheet === "menu" && <Everything close={close} />}
          {sheet === "search" && <SearchPanel onGo={close} />}
          {sheet === "outline" && <OutlinePanel onGo={close} />}
          {sheet === "thumbs" && <Rail grid onGo={close} />}
        </div>
      )}
    </dialog>
  )
}
