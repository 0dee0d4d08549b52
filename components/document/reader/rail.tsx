"use client"

import { type CSSProperties, useEffect, useRef, useState } from "react"
import { imageOf, sizeOf } from "./reader-rules"
import { useReader, useReaderStore } from "./use-reader"

/** So many thumbnails are in the server's HTML; the rail scrolls by itself, so the others may join later. */
const firstRow = 12

const Thumb = ({ page, root }: { page: number; root: HTMLElement | null }) => {
  const store = useReaderStore()
  const link = useRef<HTMLAnchorElement>(null)
  const [seen, setSeen] = useState(false)
  const [lost, setLost] = useState(false)
  const source = useReader((state) => state.source)
  const current = useReader((state) => state.page === page)
  useEffect(() => {
    if (!link.current || !root || seen) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { root, rootMargin: "200px 0px" })
    watch.observe(link.current)
    return () => watch.disconnect()
  }, [root, seen])
  const [width, height] = sizeOf(source, page)
  return (
    <a
      ref={link}
      href={`#page=${page}`}
      data-thumb={page}
      aria-label={`第 ${page} 页`}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        event.preventDefault()
        store.getState().goTo(page)
      }}
    >
      <span className="thumb" style={{ "--w": width, "--h": height } as CSSProperties}>
        {seen && !lost && page <= source.ready && <img src={imageOf(source, page)} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setLost(true)} />}
      </span>
      {page}
    </a>
  )
}

/** Thumbnails beside the pages: the same images, drawn small, only those that can be seen. */
export const Rail = () => {
  const [rail, setRail] = useState<HTMLElement | null>(null)
  const [all, setAll] = useState(false)
  const total = useReader((state) => state.source.total)
  const page = useReader((state) => state.page)
  useEffect(() => setAll(true), [])
  useEffect(() => {
    const thumb = rail?.querySelector<HTMLElement>(`[data-thumb="${page}"]`)
    // Only the rail moves: scrollIntoView would take the whole page along.
    if (rail && thumb) rail.scrollTo({ top: thumb.offsetTop - rail.clientHeight / 2 + thumb.offsetHeight / 2 })
  }, [rail, page])
  const shown = all ? total : Math.min(total, firstRow)
  return (
    <nav className="rail" aria-label="页面缩略图" ref={setRail}>
      {Array.from({ length: shown }, (_, index) => (
        <Thumb key={index + 1} page={index + 1} root={rail} />
      ))}
    </nav>
  )
}
