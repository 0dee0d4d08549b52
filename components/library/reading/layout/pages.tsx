"use client"

import dynamic from "next/dynamic"
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from "react"
import { isFollowed, isPaged, windowOf } from "../store/page-layout"
import { sizeOf, type ReaderSource } from "../store/reader-rules"
import { ReaderPage } from "./reader-page"
import { usePageAds } from "./use-page-ads"
import { usePosition } from "./use-position"
import { useReader, useReaderStore } from "../store/use-reader"
import { useAvailableSize } from "./use-available-size"

const PageAd = dynamic(() => import("./page-ad").then((module) => module.PageAd), { ssr: false })
const Touch = dynamic(() => import("./reader-effects").then((module) => module.Touch), { ssr: false })

/** Number of pages in the server's HTML; the space of the others is reserved by their height. */
const first = 2

/** One placeholder, used while the number of pages is unknown. */
const PageToCome = () => {
  const [width, height] = useReader((state) => state.source.fallback)
  return <div className="sheet" data-phase="loading" aria-hidden="true" style={{ "--w": width, "--h": height } as CSSProperties} />
}

/** Returns the height of the pages that are not in the HTML, relative to the width, so that it works without JavaScript. */
const restOf = (source: ReaderSource): CSSProperties => {
  const pages = Math.max(0, source.total - first)
  const ratio = Array.from({ length: pages }, (_, index) => sizeOf(source, first + index + 1)).reduce(
    (sum, [width, height]) => sum + height / width,
    0,
  )
  return { paddingTop: `${(ratio * 100).toFixed(4)}%`, height: `calc(${Math.max(0, pages - 1)} * var(--gap))`, boxSizing: "content-box" }
}

/** Pages rendered before and after the screen: more in the direction of reading. */
const around = { down: { behind: 2, ahead: 4 }, up: { behind: 4, ahead: 2 } }

const VisiblePages = () => {
  const store = useReaderStore()
  const source = useReader((state) => state.source)
  const plan = useReader((state) => state.plan)
  const mode = useReader((state) => state.mode)
  const page = useReader((state) => state.page)
  const from = useReader((state) => state.from)
  const to = useReader((state) => state.to)
  const up = useReader((state) => state.up)
  const pageAds = useReader((state) => state.pageAds)
  // all sheets of this render have queued their images
  // their images are queued when the signatures arrive
  useReader((state) => state.signatures)
  useEffect(() => store.getState().imageQueue.next())
  if (!plan) {
    const visibleCount = Math.min(first, source.total)
    return (
      <>
        {Array.from({ length: visibleCount }, (_, index) => (
          <ReaderPage key={index + 1} page={index + 1} />
        ))}
        {source.total > visibleCount && <div className="pages-rest" style={restOf(source)} aria-hidden="true" />}
        {/* without JavaScript the reserved space would stay empty */}
        <noscript>
          <style>{".pages-rest{display:none}"}</style>
        </noscript>
      </>
    )
  }
  const span = isPaged(mode)
    ? { from: page, to: page }
    : windowOf({ from, to: Math.max(from, to) }, source.total, around[up ? "up" : "down"])
  const drawn = Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index)
  return (
    <>
      {drawn.map((number) => (
        <ReaderPage key={number} page={number} />
      ))}
      {mode === "scroll" &&
        drawn.filter((number) => isFollowed(number, source.total, pageAds)).map((number) => <PageAd key={`ad ${number}`} page={number} />)}
    </>
  )
}

/** The scrolling area of pages. Only those near the screen exist in the DOM; the full height is reserved from the start. */
export const Pages = ({ children }: { children?: ReactNode }) => {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const store = useReaderStore()
  // back from the text view: go to the page whose text was last read (runs before the size is measured; initially there is no plan)
  useLayoutEffect(() => {
    const { plan: currentPlan, page, goTo } = store.getState()
    if (currentPlan) goTo(page, true)
  }, [store])
  usePageAds()
  useAvailableSize(outer)
  usePosition(inner)
  const plan = useReader((state) => state.plan)
  const mode = useReader((state) => state.mode)
  const waiting = useReader((state) => state.source.underway && state.source.total === 0)
  const last = useReader((state) => !isPaged(state.mode) || state.page >= state.source.total)
  return (
    <div ref={outer} className="pages" role="region" aria-label="页面" tabIndex={0} data-mode={mode}>
      {plan && <Touch outer={outer} inner={inner} />}
      {waiting && <PageToCome />}
      <div
        ref={inner}
        className="pages-in"
        style={plan ? { width: plan.width, height: plan.height } : undefined}
        data-placed={plan ? true : undefined}
      >
        <VisiblePages />
      </div>
      {last && mode !== "slides" && children}
    </div>
  )
}
