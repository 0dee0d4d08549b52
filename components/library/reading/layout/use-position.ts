"use client"

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { isPaged, pagesBetween, positionOf, pointAt } from "../store/page-layout"
import { isAtPages, type ReaderState, type ReaderStore, scrollerOf, topLine } from "../store/reader-store"
import { useReader, useReaderStore } from "../store/use-reader"

type Anchor = NonNullable<ReaderState["anchor"]>

/** The page in the middle of the screen is the current one, and zooming keeps the content there in position. */
const lineOf = (frame: HTMLElement) => {
  const top = topLine(frame)
  return top + (window.innerHeight - top) * 0.5
}

/** Updates the visible pages and returns the point whose position to keep; null until the reader's first page has reached the top. */
const look = (store: ReaderStore, pages: HTMLElement): Anchor | null => {
  const { frame, plan, set, pinnedUntil, page, from, to, mode } = store.getState()
  if (!frame || !plan) return null
  const box = pages.getBoundingClientRect()
  const top = topLine(frame)
  const line = lineOf(frame)
  const span = pagesBetween(plan, top - box.top, window.innerHeight - box.top)
  const left = (box.left + box.right) / 2
  const view = pages.parentElement!.getBoundingClientRect()
  const middle = (view.left + view.right) / 2 || left
  const point = pointAt(plan, middle - box.left, line - box.top)
  const reading = pagesBetween(plan, line - box.top, line - box.top).from
  const current = Date.now() < pinnedUntil || isPaged(mode) || !isAtPages(store.getState()) ? page : reading
  if (span.from !== from || span.to !== to || current !== page)
    set({ from: span.from, to: span.to, page: current, up: span.from < from || (span.from === from && span.to < to) })
  if (!point || box.top > top) return null
  return { point: { ...point, page: point.page }, left: middle, top: line }
}

/** Returns the top of a jump's target, which scrolling may not have reached yet. */
const jumpedTo = ({ frame, page, pinnedUntil }: ReaderState, anchor: Anchor): Anchor =>
  !frame || Date.now() >= pinnedUntil || anchor.point.page === page
    ? anchor
    : { point: { page, x: anchor.point.x, y: 0 }, left: anchor.left, top: topLine(frame) + 16 }

/** Keeps the same line of text in position after a change of zoom, width, rotation or mode. */
const restore = ({ frame, plan, mode }: ReaderState, pages: HTMLElement, anchor: Anchor): void => {
  const position = plan && positionOf(plan, anchor.point)
  if (!frame || !position || mode === "slides") return
  const aside = pages.getBoundingClientRect().left + position.x - anchor.left
  if (pages.parentElement && Math.abs(aside) >= 1) pages.parentElement.scrollLeft += aside
  const off = pages.getBoundingClientRect().top + position.y - anchor.top
  if (Math.abs(off) >= 1) scrollerOf(frame).scrollBy({ top: off, behavior: "instant" })
}

/** Tracks the scroll position: current page, visible pages, and the point to keep when the plan changes. */
export const usePosition = (inner: RefObject<HTMLDivElement | null>): void => {
  const store = useReaderStore()
  const plan = useReader((state) => state.plan)
  const lastAnchor = useRef<Anchor | null>(null)
  const drawn = useRef({ plan, page: 0, mode: "" })

  useLayoutEffect(() => {
    const pages = inner.current
    const before = drawn.current
    const state = store.getState()
    drawn.current = { plan, page: state.page, mode: state.mode }
    if (!pages || !plan || before.plan === plan) return
    // the first plan: run a pending jump
    if (!before.plan) return state.page > 1 ? state.goTo(state.page, true) : undefined
    // turning the page in a paged mode is not a layout change
    const leafed = isPaged(state.mode) && before.mode === state.mode && before.page !== state.page
    const anchor = state.anchor ?? (lastAnchor.current && jumpedTo(state, lastAnchor.current))
    if (!leafed && anchor) restore(state, pages, anchor)
    if (state.anchor) state.set({ anchor: null })
    lastAnchor.current = look(store, pages)
  }, [plan, store, inner])

  useEffect(() => {
    const { frame } = store.getState()
    const pages = inner.current
    if (!frame || !pages) return
    let tick = 0
    const follow = () => {
      tick = 0
      lastAnchor.current = look(store, pages)
    }
    const onScroll = () => {
      tick ||= requestAnimationFrame(follow)
    }
    // manual scrolling cancels a programmatic jump
    const release = () => store.getState().set({ pinnedUntil: 0 })
    follow()
    window.addEventListener("wheel", release, { passive: true })
    window.addEventListener("touchmove", release, { passive: true })
    window.addEventListener("scroll", onScroll, { passive: true })
    window.addEventListener("resize", onScroll)
    frame.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(tick)
      window.removeEventListener("wheel", release)
      window.removeEventListener("touchmove", release)
      window.removeEventListener("scroll", onScroll)
      window.removeEventListener("resize", onScroll)
      frame.removeEventListener("scroll", onScroll)
    }
  }, [store, inner])
}
