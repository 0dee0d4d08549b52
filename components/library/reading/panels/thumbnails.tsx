"use client"

import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react"
import { thumbRank } from "../store/image-queue"
import { type PageBox, windowOf } from "../store/page-layout"
import { sizeOf, sizesOf, thumbOf } from "../store/reader-rules"
import { gridOf } from "./thumbnail-layout"
import { useReader, useReaderStore } from "../store/use-reader"
import { useThumbs } from "./use-thumbnails"
import { usePageSign } from "../store/use-signatures"
import { useImageQueue } from "../layout/use-image-queue"

/** Number of thumbnails in the server's HTML. */
const first = 12
/** Layout of the rail beside the pages, in px; `below` is the space for the number and the margin to the next. */
const narrow = { columns: 1, width: 86, gap: 0, below: 38 }
/** Layout in the phone's sheet. */
const wide = { columns: 3, gap: 14, below: 42 }
const rank = () => thumbRank
/** Delay before a failed thumbnail is retried (ms). */
const again = 8_000

const Picture = ({ page }: { page: number }) => {
  const [lost, setLost] = useState(false)
  const source = useReader((state) => state.source)
  const sign = usePageSign(page)
  const [address, setAddress] = useState(sign === null ? null : thumbOf(source, page, sign))
  if (address === null && sign !== null) setAddress(thumbOf(source, page, sign))
  // a real thumbnail is small; a full page used as thumbnail waits until the large images have loaded
  const [may, end] = useImageQueue(rank, source.thumbs)
  useEffect(() => {
    if (!lost) return
    const timer = window.setTimeout(() => {
      setLost(false)
      setAddress(null)
    }, again)
    return () => window.clearTimeout(timer)
  }, [lost])
  if (!may || lost || address === null) return null
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={end}
      onError={() => {
        end()
        setLost(true)
      }}
    />
  )
}

const boxOf = (box: PageBox | null): CSSProperties | undefined =>
  box ? { position: "absolute", left: box.x, top: box.y, width: box.width } : undefined

/** Returns the page that a key goes to from another; null for other keys. The rail is one tab stop: arrows move inside it. */
const stepOf = (key: string, page: number, columns: number, total: number): number | null => {
  const steps: Record<string, number> = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1, Home: -total, End: total }
  const by = steps[key]
  return by === undefined ? null : Math.min(total, Math.max(1, page + by))
}

type ThumbProps = { page: number; box: PageBox | null; isStop: boolean; onGo?: () => void }

const Thumb = ({ page, box, isStop, onGo }: ThumbProps) => {
  const store = useReaderStore()
  const current = useReader((state) => state.page === page)
  const ready = useReader((state) => page <= state.source.ready)
  const version = useReader((state) => state.source.version)
  const [width, height] = useReader((state) => sizeOf(state.source, page))
  return (
    <a
      href={`#page=${page}`}
      data-thumb={page}
      tabIndex={isStop ? 0 : -1}
      aria-label={`第 ${page} 页`}
      aria-current={current ? "page" : undefined}
      style={boxOf(box)}
      onClick={(event) => {
        event.preventDefault()
        store.getState().goTo(page)
        onGo?.()
      }}
    >
      <span className="thumb" style={{ "--w": width, "--h": height } as CSSProperties}>
        {box && ready && <Picture key={version} page={page} />}
      </span>
      {page}
    </a>
  )
}

/** Thumbnails beside the pages, or side by side in the phone's sheet; only the visible ones are rendered. */
export const Rail = ({ grid = false, onGo }: { grid?: boolean; onGo?: () => void }) => {
  const store = useReaderStore()
  const [rail, setRail] = useState<HTMLElement | null>(null)
  const source = useReader((state) => state.source)
  const page = useReader((state) => state.page)
  const { seen, width, look } = useThumbs(rail)
  const plan = useMemo(() => {
    const each = grid ? { ...wide, width: Math.max(60, Math.floor((width - wide.gap * (wide.columns - 1)) / wide.columns)) } : narrow
    return gridOf(sizesOf(source), each)
  }, [source, grid, width])
  useEffect(() => look(plan), [plan, look])
  // all visible thumbnails have queued their images
  useReader((state) => state.signatures)
  useEffect(() => store.getState().imageQueue.next())
  const placed = seen !== null
  const [stop, setStop] = useState(page)
  useEffect(() => setStop(page), [page])
  /** the page whose thumbnail gets the focus as soon as it is rendered, 0 = none */
  const awaited = useRef(0)
  useEffect(() => {
    const thumb = awaited.current ? rail?.querySelector<HTMLElement>(`[data-thumb="${awaited.current}"]`) : null
    if (!thumb) return
    awaited.current = 0
    thumb.focus({ preventScroll: true })
  })
  const onKey = (event: KeyboardEvent) => {
    const next = stepOf(event.key, stop, grid ? wide.columns : 1, source.total)
    const box = next && plan.boxes[next - 1]
    if (!rail || !next || !box || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    awaited.current = next
    setStop(next)
    if (box.y < rail.scrollTop || box.end + narrow.below > rail.scrollTop + rail.clientHeight)
      rail.scrollTo({ top: box.y + 16 - rail.clientHeight / 2 + box.height / 2 })
  }
  useEffect(() => {
    const box = plan.boxes[page - 1]
    if (!rail || !box) return
    // Scroll only the rail (scrollIntoView would scroll the whole page), and only if needed: scrolling renders its images again.
    const seenWhole = box.y >= rail.scrollTop && box.end <= rail.scrollTop + rail.clientHeight
    if (!seenWhole || rail.scrollTop === 0) rail.scrollTo({ top: box.y + 16 - rail.clientHeight / 2 + box.height / 2 })
  }, [rail, plan, page, placed])
  const span = seen
    ? windowOf(seen, source.total, { behind: 3, ahead: 3, max: grid ? 30 : 20 })
    : { from: 1, to: Math.min(first, source.total) }
  const last = Math.max(span.from, span.to)
  /** scrolling by hand may take the stop out of sight: then it is the first thumbnail in sight */
  const reachable = stop >= span.from && stop <= last ? stop : (seen?.from ?? span.from)
  return (
    // one tab stop: the links inside handle the keys
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav className="rail" data-grid={grid || undefined} aria-label="页面缩略图" ref={setRail} onKeyDown={onKey}>
      <div className="rail-in" data-placed={placed || undefined} style={seen ? { height: plan.height } : undefined}>
        {Array.from({ length: span.to - span.from + 1 }, (_, index) => (
          <Thumb
            key={span.from + index}
            page={span.from + index}
            box={seen ? (plan.boxes[span.from + index - 1] ?? null) : null}
            isStop={span.from + index === reachable}
            onGo={onGo}
          />
        ))}
      </div>
    </nav>
  )
}
