"use client"

import { type CSSProperties, useEffect, useMemo, useRef } from "react"
import { currentSection, depthOf } from "./outline"
import { useOutline } from "./use-outline"
import { useReader, useReaderStore } from "../store/use-reader"

/** 目录: marks the current entry; a click on an entry jumps to its page. */
export const OutlinePanel = ({ onGo }: { onGo?: () => void }) => {
  const store = useReaderStore()
  const list = useRef<HTMLElement>(null)
  const { items, failed, again } = useOutline()
  const total = useReader((state) => state.source.total)
  const page = useReader((state) => state.page)
  const current = useMemo(() => currentSection(items ?? [], page), [items, page])
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-entry="${current}"]`)
    const box = list.current
    // Scroll only the list: scrollIntoView would scroll the whole page.
    if (box && entry && (entry.offsetTop < box.scrollTop || entry.offsetTop + entry.offsetHeight > box.scrollTop + box.clientHeight))
      box.scrollTo({ top: entry.offsetTop - box.clientHeight / 2 })
  }, [current, items])
  if (failed)
    return (
      <p className="side-note" role="alert">
        目录没有加载出来。
        <button type="button" className="lk" onClick={again}>
          重新加载
        </button>
      </p>
    )
  if (!items) return <p className="side-note">正在打开目录…</p>
  if (!items.length) return <p className="side-note">这份文档没有目录</p>
  return (
    <nav className="outline" aria-label="目录" ref={list}>
      <ol>
        {items.map((item, index) => {
          const closed = item.page > total
          const depth = { "--depth": depthOf(items, index) } as CSSProperties
          return (
            <li key={index} style={depth}>
              {closed ? (
                <span title="这一页未开放">
                  {item.title}
                  <small>{item.page}</small>
                </span>
              ) : (
                <a
                  href={`#page=${item.page}`}
                  data-entry={index}
                  aria-current={index === current ? "location" : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    store.getState().goTo(item.page, true)
                    onGo?.()
                  }}
                >
                  {item.title}
                  <small>{item.page}</small>
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
