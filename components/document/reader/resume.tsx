"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { lastPage, rememberPage } from "./last-page"
import { pageInAddress } from "./reader-rules"
import { useReader, useReaderStore } from "./use-reader"

/** 上次读到第 17 页: lies over the first page's margin, so that the pages do not move when it comes and goes. */
export const Resume = () => {
  const store = useReaderStore()
  const total = useReader((state) => state.source.total)
  const [page, setPage] = useState(0)
  useEffect(() => {
    const { uuid } = store.getState().source
    const before = lastPage(uuid)
    if (before > 1 && !pageInAddress(location.hash, location.search)) setPage(before)
    return store.subscribe((state, last) => {
      if (state.page === last.page) return
      rememberPage(uuid, state.page)
      // Who reads on by themselves does not need the offer.
      if (state.page > 2) setPage(0)
    })
  }, [store])
  if (!page || page > total) return null
  return (
    <div className="resume">
      <Icon name="clock" small />
      <span>上次读到第 {page} 页</span>
      <a
        className="lk"
        href={`#page=${page}`}
        onClick={(event) => {
          event.preventDefault()
          setPage(0)
          store.getState().goTo(page, true)
        }}
      >
        继续
      </a>
      <button type="button" className="ib" aria-label="不再提示" onClick={() => setPage(0)}>
        <Icon name="close" small />
      </button>
    </div>
  )
}
