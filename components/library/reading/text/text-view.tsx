"use client"

import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react"
import type { PageBlocks } from "@/lib/contract/types"
import { isAtPages } from "../store/reader-store"
import { flowOf } from "./text-flow"
import { TextPage } from "./text-page"
import { blockAt, chapterAt, lineOf, pageAt, scrollText } from "./text-position"
import { useReader, useReaderStore } from "../store/use-reader"
import { useReflow } from "./use-reflow"
import { Watermark, WatermarkTile } from "../store/watermark"

/** A watermark tile in the text colour, which in the dark theme differs from the colour on pages. */
const onText = "text-watermark"

/** Scrolls to the current match, once per step, as soon as its text is loaded. */
const useHitShown = (box: RefObject<HTMLDivElement | null>, texts: PageBlocks[]) => {
  const store = useReaderStore()
  const hits = useReader((state) => state.search.hits)
  const at = useReader((state) => state.search.at)
  const lastSearch = useRef({ hits, at })
  useLayoutEffect(() => {
    const { frame } = store.getState()
    const hit = box.current?.querySelector("mark[data-at]")
    if (!frame || !hit || (lastSearch.current.hits === hits && lastSearch.current.at === at)) return
    lastSearch.current = { hits, at }
    const { top, bottom } = hit.getBoundingClientRect()
    const line = lineOf(frame)
    if (top < line + 24 || bottom > window.innerHeight * 0.7) scrollText(frame, top - line - (window.innerHeight - line) * 0.3)
  }, [store, box, hits, at, texts])
}

/** 文字版: the document by its structure, in the size and on the background that the user prefers; both views share the position. */
export const TextView = () => {
  const store = useReaderStore()
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const size = useReader((state) => state.fontSize)
  const line = useReader((state) => state.lineHeight)
  const face = useReader((state) => state.textFace)
  const indent = useReader((state) => state.indent)
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.source.total)
  const { texts, first, last, state, more, before } = useReflow()
  /** the page to scroll to as soon as its text is loaded, 0 = none */
  const targetPage = useRef(page)
  /** the offset on that page, in points */
  const down = useRef(store.getState().textPosition?.page === page ? store.getState().textPosition!.y : 0)
  /** the page that scrolling has selected */
  const followed = useRef(page)
  const drawn = useRef({ first: 0, height: 0, look: "" })

  useLayoutEffect(() => {
    const { frame } = store.getState()
    const { first: firstBefore, height, look } = drawn.current
    const now = { first, height: box.current?.offsetHeight ?? 0, look: `${size} ${line} ${face} ${indent}` }
    drawn.current = now
    // after a typed page number, the table of contents, a key or a font change, the page starts below the toolbar
    if (followed.current !== page || (look && look !== now.look)) {
      targetPage.current = followed.current = page
      down.current = 0
    }
    const start = targetPage.current && box.current ? blockAt(box.current, targetPage.current, down.current) : null
    if (!frame) return
    if (start) {
      targetPage.current = down.current = 0
      scrollText(frame, start.getBoundingClientRect().top - lineOf(frame))
    } else if (first < firstBefore && texts.some((text) => text.page === firstBefore)) {
      // text inserted above must not move the reading position
      scrollText(frame, now.height - height)
    }
  })

  useHitShown(box, texts)

  useEffect(() => {
    let tick = 0
    const look = () => {
      tick = 0
      const { frame, page: now, set, pinnedUntil } = store.getState()
      if (!frame || !box.current || targetPage.current || Date.now() < pinnedUntil || !isAtPages(store.getState())) return
      const next = pageAt(box.current, lineOf(frame) + 40)
      const chapter = chapterAt(box.current, lineOf(frame) + 8)
      if (chapter !== store.getState().chapter) set({ chapter })
      if (next && next !== now) {
        followed.current = next
        set({ page: next, from: next, to: next })
      }
    }
    const onScroll = () => {
      tick ||= requestAnimationFrame(look)
    }
    const { frame } = store.getState()
    window.addEventListener("scroll", onScroll, { passive: true })
    frame?.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(tick)
      window.removeEventListener("scroll", onScroll)
      frame?.removeEventListener("scroll", onScroll)
    }
  }, [store])

  useEffect(() => {
    if (!end.current || state !== "ready") return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: "800px 0px" })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, state, last])

  const flow = useMemo(() => flowOf(texts), [texts])
  const pages = useMemo(() => new Map(texts.map((one) => [one.page, one])), [texts])
  return (
    <div
      className="reflow"
      data-face={face}
      data-indent={indent || undefined}
      style={{ "--reflow": `${size}px`, "--reflow-line": line } as CSSProperties}
    >
      <div className="reflow-mark">
        <WatermarkTile id={onText} />
        <Watermark id={onText} />
      </div>
      {first > 1 && texts.length > 0 && (
        <button type="button" className="bt reflow-before" onClick={before}>
          显示前面的内容
        </button>
      )}
      <div ref={box} className="reflow-in">
        {flow.map((one) => (
          <TextPage key={one.page} page={pages.get(one.page)!} flow={one} pages={pages} />
        ))}
      </div>
      {state === "loading" && <p className="side-note">正在打开文字…</p>}
      {state === "failed" && (
        <p className="side-note" role="alert">
          文字没有加载出来。
          <button type="button" className="lk" onClick={more}>
            重新加载
          </button>
        </p>
      )}
      {last >= total && texts.length > 0 && <p className="side-note">已经到底了</p>}
      <div ref={end} />
    </div>
  )
}
