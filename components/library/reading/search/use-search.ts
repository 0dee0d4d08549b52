"use client"

import { useEffect } from "react"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { type DocumentSearch, firstHit, nothingFound, stepHit } from "../store/search"
import { boxOf, depthOf } from "../store/page-layout"
import { findInAddress } from "../store/reader-rules"
import { scrollerOf } from "../store/reader-store"
import type { ReaderStore } from "../store/reader-store"
import { useReader, useReaderStore } from "../store/use-reader"

/** Debounce delay before the search request (ms). */
const pause = 250

/** Goes to a match and scrolls it to a third below the top: its page alone may be taller than the screen. */
export const goToHit = (store: ReaderStore, at: number): void => {
  const { search, goTo, plan, set, frame, view } = store.getState()
  const hit = search.hits[at]
  if (!hit) return
  // matches are highlighted on pages and in the text, but not in the grid
  if (view === "sheets") set({ view: "pages" })
  set({ search: { ...search, at } })
  const box = plan && boxOf(plan, hit.page)
  const line = hit.boxes[0]
  const down = box && line && view === "pages" ? Math.max(0, depthOf(box, line[1]) - window.innerHeight * 0.25) : 0
  goTo(hit.page, true, down)
  if (!frame || box || view !== "pages" || !line) return
  // a paged mode renders the page only now, so look for its match afterwards
  requestAnimationFrame(() => {
    const { plan: now } = store.getState()
    const drawn = now && boxOf(now, hit.page)
    const top = frame.querySelector(".pages-in")?.getBoundingClientRect().top
    if (drawn && top !== undefined)
      scrollerOf(frame).scrollBy({ top: top + depthOf(drawn, line[1]) - window.innerHeight * 0.4, behavior: "instant" })
  })
}

/** Handles Enter, F3 and the panel's arrows. */
export const goToNextHit = (store: ReaderStore, forward: boolean): void => {
  const { search, page } = store.getState()
  goToHit(store, stepHit(search, forward, page))
}

const change = (store: ReaderStore, part: Partial<DocumentSearch>) =>
  store.getState().set({ search: { ...store.getState().search, ...part } })

/** Sends the search once typing pauses and aborts an older request. The URL may contain a search text (`#page=7&find=…`). */
export const useSearch = (): void => {
  const store = useReaderStore()
  const word = useReader((state) => state.search.word.trim())
  const round = useReader((state) => state.search.round)
  const uuid = useReader((state) => state.source.uuid)
  useEffect(() => {
    const searchWord = findInAddress(location.hash)
    if (searchWord) change(store, { ...nothingFound, word: searchWord })
  }, [store])
  useEffect(() => {
    if (!word) return change(store, { ...nothingFound, word: store.getState().search.word })
    const giveUp = new AbortController()
    change(store, { state: "loading" })
    const timer = window.setTimeout(() => {
      void api("GET /document/inside", { uuid, wd: word }, { signal: giveUp.signal }).then((reply) => {
        if (giveUp.signal.aborted) return
        if (!reply.ok)
          return change(store, { ...nothingFound, word, round, state: "failed", message: refusalText(reply, "没有连上服务器") })
        const at = firstHit(reply.data.hits, store.getState().page)
        change(store, { ...reply.data, state: "done", message: "", at })
        if (at >= 0) goToHit(store, at)
      })
    }, pause)
    return () => {
      window.clearTimeout(timer)
      giveUp.abort()
    }
  }, [word, round, uuid, store])
}
