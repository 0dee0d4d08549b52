"use client"

import { useEffect, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { useReader, useReaderStore } from "../store/use-reader"

/** The controls hide after this time without movement (ms). */
const rest = 2_000
/** Minimum length of a swipe (px). */
const swipe = 60

/** The overlay of a presentation: a click turns the page (the left third goes back); the controls appear on mouse movement or focus. */
export const Slides = () => {
  const store = useReaderStore()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const [seen, setSeen] = useState(true)
  const start = useRef(0)

  useEffect(() => {
    let timer = 0
    const wake = () => {
      setSeen(true)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setSeen(false), rest)
    }
    // leaving full screen with the browser's own key ends the presentation
    // … but not when the event still belongs to the previous full screen
    let entered = document.fullscreenElement === store.getState().frame
    const onFull = () => {
      const { frame, previousMode, setMode } = store.getState()
      if (document.fullscreenElement === frame) entered = true
      else if (entered) setMode(previousMode)
    }
    wake()
    document.documentElement.classList.add("presenting")
    window.addEventListener("pointermove", wake)
    window.addEventListener("keydown", wake)
    document.addEventListener("fullscreenchange", onFull)
    return () => {
      window.clearTimeout(timer)
      document.documentElement.classList.remove("presenting")
      window.removeEventListener("pointermove", wake)
      window.removeEventListener("keydown", wake)
      document.removeEventListener("fullscreenchange", onFull)
    }
  }, [store])

  const { goTo, setMode, previousMode } = store.getState()
  return (
    <>
      <div
        className="slide-press"
        data-seen={seen || undefined}
        aria-hidden="true"
        onPointerDown={(event) => {
          start.current = event.clientX
        }}
        onPointerUp={(event) => {
          const aside = event.clientX - start.current
          if (event.pointerType === "touch" && Math.abs(aside) >= swipe) goTo(page + (aside < 0 ? 1 : -1))
        }}
        onClick={(event) => goTo(page + (event.clientX < window.innerWidth / 3 ? -1 : 1))}
        onContextMenu={(event) => {
          event.preventDefault()
          goTo(page - 1)
        }}
      />
      <div className="slide-bar" data-seen={seen || undefined} role="toolbar" aria-label="幻灯片">
        <button type="button" className="ib" aria-label="上一页" disabled={page <= 1} onClick={() => goTo(page - 1)}>
          <Icon name="back" />
        </button>
        <span className="num" aria-live="polite">
          {page} / {total}
        </span>
        <button type="button" className="ib" aria-label="下一页" disabled={page >= total} onClick={() => goTo(page + 1)}>
          <Icon name="next" />
        </button>
        <button type="button" className="ib" aria-label="退出幻灯片" onClick={() => setMode(previousMode)}>
          <MoreIcon name="close" />
        </button>
      </div>
    </>
  )
}
