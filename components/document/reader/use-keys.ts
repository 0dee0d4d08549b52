"use client"

import { useEffect } from "react"
import type { ReaderState } from "./reader-store"
import { useReaderStore } from "./use-reader"

type Deed = (state: ReaderState) => void

const deeds: Record<string, Deed> = {
  ArrowLeft: (reader) => reader.goTo(reader.page - 1),
  ArrowRight: (reader) => reader.goTo(reader.page + 1),
  PageUp: (reader) => reader.goTo(reader.page - 1),
  PageDown: (reader) => reader.goTo(reader.page + 1),
  Home: (reader) => reader.goTo(1),
  End: (reader) => reader.goTo(reader.source.total),
  "+": (reader) => reader.zoomBy(true),
  "=": (reader) => reader.zoomBy(true),
  "-": (reader) => reader.zoomBy(false),
  "0": (reader) => reader.set({ zoom: "width" }),
  f: (reader) => reader.toggleFull(),
  t: (reader) => reader.set({ rail: !reader.rail }),
  r: (reader) => reader.rotate(),
  n: (reader) => reader.set({ night: !reader.night }),
  "?": (reader) => reader.set({ help: true }),
}

/** What is shown by `?`. */
export const shortcuts: [string, string][] = [
  ["← →", "上一页、下一页"],
  ["PageUp PageDown", "上一页、下一页"],
  ["Home End", "第一页、最后一页"],
  ["+ −", "放大、缩小"],
  ["0", "适应宽度"],
  ["T", "显示或收起缩略图"],
  ["R", "旋转"],
  ["N", "夜间阅读"],
  ["F", "全屏"],
  ["?", "这张表"],
]

/** Keys belong to whatever is being typed or chosen in; only otherwise to the reader. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]") !== null

const isOnScreen = (frame: HTMLElement) => {
  const box = frame.getBoundingClientRect()
  return box.bottom > 0 && box.top < window.innerHeight
}

export const useKeys = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const reader = store.getState()
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const deed = deeds[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!deed || !reader.frame || !isOnScreen(reader.frame)) return
      event.preventDefault()
      deed(reader)
    }
    // ctrl + wheel (a pinch on a touch pad) zooms the pages, not the whole site.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      store.getState().scaleBy(Math.exp(-event.deltaY / 300))
    }
    const { frame } = store.getState()
    window.addEventListener("keydown", onKey)
    frame?.addEventListener("wheel", onWheel, { passive: false })
    return () => {
      window.removeEventListener("keydown", onKey)
      frame?.removeEventListener("wheel", onWheel)
    }
  }, [store])
}
