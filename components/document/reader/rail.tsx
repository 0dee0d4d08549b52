"use client"

import { type CSSProperties, useEffect, useMemo, useState } from "react"
import { planOf, windowOf, pagesBetween, type Plan } from "./reader-layout"
import { imageOf, sizeOf, sizesOf } from "./reader-rules"
import { useReader, useReaderStore } from "./use-reader"

/** So many thumbnails are in the server's HTML. */
const first = 12
/** A thumbnail's width, and the number below it with the space to the next, in px. */
const width = 86
const below = 38

const Thumb = ({ page, top, onGo }: { page: number; top?: number; onGo?: () => void }) => {
  const store = useReaderStore()
  const [lost, setLost] = useState(false)
  const source = useReader((state) => state.source)
  const current = useReader((state) => state.page === page)
  const [wide, tall] = sizeOf(source, page)
  return (
    <a
      href={`#page=${page}`}
      data-thumb={page}
      aria-label={`第 ${page} 页`}
      aria-current={current ? "page" : undefined}
      style={top === undefined ? undefined : { position: "absolute", top }}
      onClick={(event) => {
        event.preventDefault()
        store.getState().goTo(page)
        onGo?.()
      }}
    >
      <span className="thumb" style={{ "--w": wide, "--h": tall } as CSSProperties}>
        {top !== undefined && !lost && page <= source.ready && <img src={imageOf(source, page)} alt="" decoding="async" draggable={false} onError={() => setLost(true)} />}
      </span>
      {page}
    </a>
  )
}

/** Which thumbnails the rail shows while it is scrolled; null until it was measured. */
const useSpan = (rail: HTMLElement | null, plan: Plan) => {
  const [span, setSpan] = useState<{ from: number; to: number } | null>(null)
  useEffect(() => {
    if (!rail) return
    let tick = 0
    const look = () => {
      tick = 0
      const next = pagesBetween(plan, rail.scrollTop - 16, rail.scrollTop + rail.clientHeight)
      setSpan((before) => (before?.from === next.from && before.to === next.to ? before : next))
    }
    const onScroll = () => {
      tick ||= requestAnimationFrame(look)
    }
    const watch = new ResizeObserver(onScroll)
    watch.observe(rail)
    look()
    rail.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(tick)
      watch.disconnect()
      rail.removeEventListener("scroll", onScroll)
    }
  }, [rail, plan])
  return span
}

/** Thumbnails beside the pages: the same images, drawn small, only those that can be seen. */
export const Rail = ({ onGo }: { onGo?: () => void }) => {
  const [rail, setRail] = useState<HTMLElement | null>(null)
  const source = useReader((state) => state.source)
  const page = useReader((state) => state.page)
  const plan = useMemo(() => planOf({ sizes: sizesOf(source), width, height: 0, gap: below, zoom: "width", turn: 0, mode: "scroll", page: 1 }), [source])
  const seen = useSpan(rail, plan)
  const placed = seen !== null
  useEffect(() => {
    const box = plan.boxes[page - 1]
    if (!rail || !box) return
    // Only the rail moves (scrollIntoView would take the whole page along), and only when it must: its pictures are drawn anew each time.
    const seenWhole = box.y >= rail.scrollTop && box.end + below <= rail.scrollTop + rail.clientHeight
    if (!seenWhole || rail.scrollTop === 0) rail.scrollTo({ top: box.y + 16 - rail.clientHeight / 2 + box.height / 2 })
  }, [rail, plan, page, placed])
  const span = seen ? windowOf(seen, source.total, { behind: 3, ahead: 3, most: 20 }) : { from: 1, to: Math.min(first, source.total) }
  return (
    <nav className="rail" aria-label="页面缩略图" ref={setRail}>
      <div className="rail-in" data-placed={seen ? true : undefined} style={seen ? { height: plan.height + below } : undefined}>
        {Array.from({ length: span.to - span.from + 1 }, (_, index) => (
          <Thumb key={span.from + index} page={span.from + index} top={seen ? plan.boxes[span.from + index - 1]?.y : undefined} onGo={onGo} />
        ))}
      </div>
    </nav>
  )
}
