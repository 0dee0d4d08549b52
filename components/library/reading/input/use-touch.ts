"use client"

import { type RefObject, useEffect } from "react"
import { pointAt } from "../store/page-layout"
import type { ReaderStore } from "../store/reader-store"
import { useReaderStore } from "../store/use-reader"

/** Minimum horizontal distance of a swipe (px); it must also be twice the vertical one. */
const swipe = 60
/** Two taps within this time (ms) and distance (px) are a double tap. */
const twice = { within: 300, near: 30 }
/** Zoom factor of a double tap. */
const closer = 2

/** Zooms around a point of the screen: the content under that point stays there. */
const zoomAround = (store: ReaderStore, pages: HTMLElement, factor: number, left: number, top: number) => {
  const { plan, scaleBy } = store.getState()
  const box = pages.getBoundingClientRect()
  const point = plan && pointAt(plan, left - box.left, top - box.top)
  scaleBy(factor, point ? { point, left, top } : null)
}

/** Handles a double tap: zooms in at this point, or back to the width of the screen. */
const tapTwice = (store: ReaderStore, pages: HTMLElement, left: number, top: number) => {
  const { zoom, plan, set } = store.getState()
  if (typeof zoom !== "number") return zoomAround(store, pages, closer, left, top)
  const box = pages.getBoundingClientRect()
  const point = plan && pointAt(plan, left - box.left, top - box.top)
  set({ zoom: "width", anchor: point ? { point, left, top } : null })
}

const middleOf = ([one, other]: [Touch, Touch]) => ({
  left: (one.clientX + other.clientX) / 2,
  top: (one.clientY + other.clientY) / 2,
  apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
})

const isTap = (start: { x: number; y: number }, end: Touch) => Math.hypot(end.clientX - start.x, end.clientY - start.y) < 10

const twoOf = (touches: TouchList): [Touch, Touch] | null => (touches.length === 2 ? [touches[0]!, touches[1]!] : null)

/** Pinch, double tap and ctrl + wheel zoom the pages, not the whole site; in the paged modes a swipe with one finger turns the page. */
export const useTouch = (outer: RefObject<HTMLDivElement | null>, inner: RefObject<HTMLDivElement | null>): void => {
  const store = useReaderStore()
  useEffect(() => {
    const view = outer.current
    const pages = inner.current
    if (!view || !pages) return
    let apart = 0
    let start: { x: number; y: number } | null = null
    let tapped = { x: 0, y: 0, at: 0 }
    // at most one layout per frame
    let factor = 1
    let frame = 0
    const zoomSoon = (by: number, left: number, top: number) => {
      factor *= by
      frame ||= requestAnimationFrame(() => {
        frame = 0
        zoomAround(store, pages, factor, left, top)
        factor = 1
      })
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomSoon(Math.exp(-event.deltaY / 300), event.clientX, event.clientY)
    }
    const onStart = (event: TouchEvent) => {
      const two = twoOf(event.touches)
      apart = two ? middleOf(two).apart : 0
      const one = event.touches.length === 1 ? event.touches[0] : undefined
      start = one ? { x: one.clientX, y: one.clientY } : null
    }
    const onMove = (event: TouchEvent) => {
      const two = twoOf(event.touches)
      if (!two || !apart) return
      event.preventDefault()
      const now = middleOf(two)
      zoomSoon(now.apart / apart, now.left, now.top)
      apart = now.apart
    }
    const onEnd = (event: TouchEvent) => {
      const last = event.changedTouches[0]
      const { mode, page, goTo } = store.getState()
      if (start && last && mode !== "slides" && isTap(start, last)) {
        const again =
          event.timeStamp - tapped.at < twice.within && Math.hypot(last.clientX - tapped.x, last.clientY - tapped.y) < twice.near
        tapped = again ? { x: 0, y: 0, at: 0 } : { x: last.clientX, y: last.clientY, at: event.timeStamp }
        // the emulated mouse events would select a word
        if (again) event.preventDefault()
        if (again) return tapTwice(store, pages, last.clientX, last.clientY)
      }
      if (!start || !last || mode === "scroll" || mode === "double" || view.scrollWidth > view.clientWidth + 1) return
      const aside = last.clientX - start.x
      if (Math.abs(aside) >= swipe && Math.abs(aside) > 2 * Math.abs(last.clientY - start.y)) goTo(aside < 0 ? page + 1 : page - 1)
      start = null
    }
    view.addEventListener("wheel", onWheel, { passive: false })
    view.addEventListener("touchstart", onStart, { passive: true })
    view.addEventListener("touchmove", onMove, { passive: false })
    view.addEventListener("touchend", onEnd, { passive: false })
    return () => {
      cancelAnimationFrame(frame)
      view.removeEventListener("wheel", onWheel)
      view.removeEventListener("touchstart", onStart)
      view.removeEventListener("touchmove", onMove)
      view.removeEventListener("touchend", onEnd)
    }
  }, [store, outer, inner])
}
