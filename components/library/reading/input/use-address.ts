"use client"

import { useEffect } from "react"
import { pageInAddress } from "../reader-rules"
import { useReaderStore } from "../use-reader"

/** Jumps that follow within this time (ms) share one entry of the history. */
const passing = 3_000

/**
 * Keeps `#page=n` in the address, so that a copied link opens the same page; goes there when it is opened. After a jump the browser's own
 * "back" leads to where one was; not in somebody else's page, whose history that would be.
 */
export const useAddress = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    let opening = false
    const open = (search: string) => {
      const page = pageInAddress(location.hash, search)
      opening = true
      if (page > 0) store.getState().goTo(page, true)
      opening = false
    }
    const onHash = () => open("")
    open(location.search)
    // Pages without a hash are scrolled to their top once they have arrived, which is after this.
    const asked = pageInAddress("", location.search)
    if (asked > 1 && !location.hash) history.replaceState(history.state, "", `${location.pathname}${location.search}#page=${asked}`)
    let timer = 0
    let jumped = 0
    const addressOf = (page: number) => {
      // beside ?page= the first page must be named too, or a reload would open the other one
      const hash = page > 1 || pageInAddress("", location.search) ? `#page=${page}` : ""
      return `${location.pathname}${location.search}${hash}`
    }
    // history.state marks the entry as Next's own, so this is no navigation for it.
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
      timer = window.setTimeout(() => write(store.getState().page), 400)
    })
    window.addEventListener("hashchange", onHash)
    return () => {
      window.clearTimeout(timer)
      stop()
      window.removeEventListener("hashchange", onHash)
    }
  }, [store])
}
