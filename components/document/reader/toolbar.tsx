"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"
import { PageInput } from "./page-input"
import { useReader, useReaderStore } from "./use-reader"
import { ZoomMenu } from "./zoom-menu"

type ToolProps = { icon: IconName; label: string; hint?: string; pressed?: boolean; disabled?: boolean; onClick: () => void }

const Tool = ({ icon, label, hint, pressed, disabled, onClick }: ToolProps) => (
  <button type="button" className="ib" aria-label={label} title={hint ? `${label}（${hint}）` : label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
    <Icon name={icon} />
  </button>
)

const FullScreenTool = () => {
  const store = useReaderStore()
  const full = useReader((state) => state.full)
  const [able, setAble] = useState(true)
  // Phones may have none; the button's place is kept, so that nothing moves.
  useEffect(() => setAble(document.fullscreenEnabled ?? false), [])
  return <Tool icon={full ? "shrink" : "fullscreen"} label={full ? "退出全屏" : "全屏"} hint="F" disabled={!able} onClick={() => store.getState().toggleFull()} />
}

/** Everything one does to the pages, in one sticky line; the line below it tells how far one has read. */
export const Toolbar = () => {
  const store = useReaderStore()
  const { goTo, zoomBy, rotate, set } = store.getState()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const pages = useReader((state) => Math.max(1, state.source.pages, total))
  const rail = useReader((state) => state.rail)
  const night = useReader((state) => state.night)
  return (
    <div className="tb" role="toolbar" aria-label="阅读工具">
      <Tool icon="panel" label="缩略图" hint="T" pressed={rail} onClick={() => set({ rail: !rail })} />
      <span className="sep" />
      <Tool icon="back" label="上一页" hint="←" disabled={page <= 1} onClick={() => goTo(page - 1)} />
      <PageInput />
      <Tool icon="next" label="下一页" hint="→" disabled={page >= total} onClick={() => goTo(page + 1)} />
      <span className="sep" />
      <Tool icon="minus" label="缩小" hint="−" onClick={() => zoomBy(false)} />
      <ZoomMenu />
      <Tool icon="plus" label="放大" hint="+" onClick={() => zoomBy(true)} />
      <span className="end">
        <Tool icon="rotate" label="旋转" hint="R" onClick={rotate} />
        <Tool icon="moon" label="夜间阅读" hint="N" pressed={night} onClick={() => set({ night: !night })} />
        <FullScreenTool />
        <Tool icon="help" label="快捷键" hint="?" onClick={() => set({ help: true })} />
      </span>
      <i className="progress" style={{ transform: `scaleX(${page / pages})` }} />
    </div>
  )
}
