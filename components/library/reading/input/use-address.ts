"use client"

import { useEffect } from "react"
import { pageInAddress } from "../store/reader-rules"
import { isAtPages } from "../store/reader-store"
import { useReaderStore } from "../store/use-reader"

/** Jumps within this time (ms) after the last one share one history entry. */
const passing = 3_000

/**
 * Keeps `#page=n` in the URL, so that a copied link opens the same page, and goes to that page on load. After a jump the browser's "back"
 * returns to the previous page; not when embedded in another site, because the history belongs to that site.
 */
export const useAddress = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    let opening = false
    const open = (hash: string, search: string) => {
      const page = pageInAddress(hash, search)
      opening = true
      if (page > 0) store.getState().goTo(page, true)
      opening = false
    }
    // the address that was entered: a delayed `write` may have replaced it before this event
    const onHash = ({ newURL }: HashChangeEvent) => open(newURL ? new URL(newURL).hash : location.hash, "")
    open(location.hash, location.search)
    // Next scrolls pages without a hash to the top after this effect.
    const requestedPage = pageInAddress("", location.search)
    if (requestedPage > 1 && !location.hash)
      history.replaceState(history.state, "", `${location.pathname}${location.search}#page=${requestedPage}`)
    let timer = 0
    let jumped = 0
    const addressOf = (page: number) => {
      // with ?page= in the URL the first page needs a hash too, or a reload would open the other page
      const hash = page > 1 || pageInAddress("", location.search) ? `#page=${page}` : ""
      return `${location.pathname}${location.search}${hash}`
    }
    // history.state marks the entry as Next's own, so Next does not treat this as a navigation.
    const write = (page: number) => {
      if (addressOf(page) !== `${location.pathname}${location.search}${location.hash}`)
        history.replaceState(history.state, "", addressOf(page))
    }
    const leave = (from: number, to: number) => {
      if (Date.now() - jumped > passing) {
        write(from)
        history.pushState(history.state, "", addressOf(to))
      } else write(to)
      jumped = Date.now()
    }
    const stop = store.subscribe((state, before) => {
      if (state.page === before.page) return
      window.clearTimeout(timer)
      if (state.jumps !== before.jumps && !opening && !state.policy.embedded) return leave(before.page, state.page)
      timer = window.setTimeout(() => isAtPages(store.getState()) && write(store.getState().page), 400)
    })
    window.addEventListener("hashchange", onHash)
    return () => {
      window.clearTimeout(timer)
      stop()
      window.removeEventListener("hashchange", onHash)
    }
  }, [store])
}
