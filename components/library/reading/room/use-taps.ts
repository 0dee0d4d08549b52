"use client"

import { useEffect } from "react"
import { isPaged } from "../store/page-layout"
import { type ReaderState, topLine } from "../store/reader-store"
import { useReaderStore } from "../store/use-reader"
import { holdRoom, readRoom, roomAfterTap, setRoom, zoneOf } from "./room"

/** Width in px below which a tap turns pages; wider windows have a toolbar and a mouse. */
const phone = 768
/** A tap is shorter than this (ms), and nothing follows it within the time of a double tap, which zooms. */
const longest = 350
const doubled = 300
/** Part of the screen that a tap scrolls on; the rest overlaps. */
const step = 0.86

const interactive = "a, button, input, select, textarea, summary, dialog, .tb, .side, .gate, .resume, .find-bar, .sel-menu"

/** Turns a page, or scrolls by a screen where pages follow each other. */
const turn = (state: ReaderState, by: 1 | -1): void => {
  if (!state.frame) return
  if (isPaged(state.mode) && state.view === "pages") return state.leaf(by)
  holdRoom(1_000)
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
  window.scrollBy({ top: by * (window.innerHeight - topLine(state.frame)) * step, behavior: calm ? "instant" : "smooth" })
}

/** On phones a tap in the middle shows and hides the bar, and the outer thirds turn pages. */
export const useTaps = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const { frame } = store.getState()
    if (!frame) return
    let start: { x: number; y: number; at: number } | null = null
    let timer: number | undefined
    const onStart = ({ touches, timeStamp, target }: TouchEvent) => {
      const one = touches[0]
      const second = timer !== undefined
      window.clearTimeout(timer)
      timer = undefined
      const isPlain = touches.length === 1 && window.innerWidth < phone && target instanceof Element && !target.closest(interactive)
      start = one && isPlain && !second ? { x: one.clientX, y: one.clientY, at: timeStamp } : null
    }
    const onEnd = ({ changedTouches, timeStamp }: TouchEvent) => {
      const last = changedTouches[0]
      const before = start
      start = null
      const state = store.getState()
      if (!last || !before || state.mode === "slides" || state.view === "sheets") return
      if (timeStamp - before.at > longest || Math.hypot(last.clientX - before.x, last.clientY - before.y) > 10) return
      // a tap ends a selection
      if (!window.getSelection()?.isCollapsed) return
      timer = window.setTimeout(() => {
        timer = undefined
        const zone = zoneOf(last.clientX, window.innerWidth)
        if (zone) turn(store.getState(), zone)
        else setRoom(roomAfterTap(readRoom()))
      }, doubled)
    }
    frame.addEventListener("touchstart", onStart, { passive: true })
    frame.addEventListener("touchend", onEnd, { passive: true })
    return () => {
      window.clearTimeout(timer)
      frame.removeEventListener("touchstart", onStart)
      frame.removeEventListener("touchend", onEnd)
    }
  }, [store])
}
