"use client"

import { useEffect } from "react"
import type { ReaderStore } from "./reader-store"
import { useReaderStore } from "./use-reader"

/** The point one reads at: a place inside a page, and how far the pages are pushed aside. */
type Anchor = { page: number; fraction: number; aside: number }

/** Index of the first sheet whose lower edge is below `line`: sheets are in order, so halving finds it. */
const sheetAt = (sheets: HTMLElement[], line: number): number => {
  let low = 0
  let high = sheets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sheets[middle]!.getBoundingClientRect().bottom > line) high = middle
    else low = middle + 1
  }
  return low
}

const sheetsOf = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>("[data-page]")]
/** Where reading begins: under the site header and the toolbar. */
const topLine = (frame: HTMLElement) => frame.querySelector(".tb")?.getBoundingClientRect().bottom || 52
/** The page under this line is the one being read. */
const lineOf = (frame: HTMLElement) => {
  const top = topLine(frame)
  return top + (window.innerHeight - top) * 0.3
}

const asideOf = ({ scrollLeft, scrollWidth, clientWidth }: Element) => (scrollWidth > clientWidth ? scrollLeft / (scrollWidth - clientWidth) : 0.5)

/** Looks which pages are on the screen; null while the reader's first page has not reached the top. */
const look = (store: ReaderStore, pages: Element): Anchor | null => {
  const { frame, set, pinnedUntil, page, from, to } = store.getState()
  const sheets = frame ? sheetsOf(frame) : []
  if (!frame || !sheets.length) return null
  const top = topLine(frame)
  const line = lineOf(frame)
  const first = sheetAt(sheets, top) + 1
  const last = sheetAt(sheets, window.innerHeight) + 1
  const reading = sheetAt(sheets, line) + 1
  const current = Date.now() < pinnedUntil ? page : reading
  if (first !== from || last !== to || current !== page) set({ from: first, to: last, page: current })
  if (sheets[0]!.getBoundingClientRect().top > top) return null
  const box = sheets[reading - 1]!.getBoundingClientRect()
  return { page: reading, fraction: (line - box.top) / box.height, aside: asideOf(pages) }
}

/** After a change of zoom, width or rotation the same line of text stays where it was. */
const restore = (store: ReaderStore, pages: Element, anchor: Anchor): void => {
  const { frame } = store.getState()
  const box = frame ? sheetsOf(frame)[anchor.page - 1]?.getBoundingClientRect() : undefined
  if (!frame || !box) return
  pages.scrollLeft = anchor.aside * (pages.scrollWidth - pages.clientWidth)
  const off = box.top + box.height * anchor.fraction - lineOf(frame)
  if (Math.abs(off) < 1) return
  const scroller: Element | Window = document.fullscreenElement === frame ? frame : window
  scroller.scrollBy({ top: off, behavior: "instant" })
}

/** The place to keep: where one reads, or the top of the page that one has just jumped to and that may not be reached yet. */
const placeToKeep = (store: ReaderStore, anchor: Anchor): Anchor => {
  const { frame, page, pinnedUntil } = store.getState()
  const box = frame ? sheetsOf(frame)[page - 1]?.getBoundingClientRect() : undefined
  if (!frame || !box || Date.now() >= pinnedUntil || page === anchor.page) return anchor
  return { page, fraction: (lineOf(frame) - topLine(frame)) / box.height, aside: anchor.aside }
}

/** Follows the scroll position: current page, pages on the screen, and the place to keep when boxes change. */
export const usePosition = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const { frame } = store.getState()
    const pages = frame?.querySelector(".pages")
    if (!frame || !pages) return
    let anchor = look(store, pages)
    let height = pages.clientHeight
    let tick = 0
    const onScroll = () => {
      cancelAnimationFrame(tick)
      tick = requestAnimationFrame(() => {
        // Shrunken pages make the browser scroll by itself, before the observer below could put things right.
        if (pages.clientHeight === height) anchor = look(store, pages)
      })
    }
    const boxes = new ResizeObserver(() => {
      height = pages.clientHeight
      if (anchor) restore(store, pages, placeToKeep(store, anchor))
      anchor = look(store, pages)
    })
    // a hand on the page ends our own jump
    const release = () => store.getState().set({ pinnedUntil: 0 })
    boxes.observe(pages)
    window.addEventListener("wheel", release, { passive: true })
    window.addEventListener("touchmove", release, { passive: true })
    window.addEventListener("scroll", onScroll, { passive: true })
    window.addEventListener("resize", onScroll)
    frame.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(tick)
      boxes.disconnect()
      window.removeEventListener("wheel", release)
      window.removeEventListener("touchmove", release)
      window.removeEventListener("scroll", onScroll)
      window.removeEventListener("resize", onScroll)
      frame.removeEventListener("scroll", onScroll)
    }
  }, [store])
}
