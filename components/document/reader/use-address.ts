"use client"

import { useEffect } from "react"
import { pageInAddress } from "./reader-rules"
import { useReaderStore } from "./use-reader"

/** Keeps `#page=n` in the address, so that a copied link opens the same page; goes there when it is opened. */
export const useAddress = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    const open = (search: string) => {
      const page = pageInAddress(location.hash, search)
      if (page > 0) store.getState().goTo(page, true)
    }
    const onHash = () => open("")
    open(location.search)
    // Pages without a hash are scrolled to their top once they have arrived, which is after this.
    const asked = pageInAddress("", location.search)
    if (asked > 1 && !location.hash) history.replaceState(history.state, "", `${location.pathname}${location.search}#page=${asked}`)
    let timer = 0
    const write = () => {
      const { page } = store.getState()
      // beside ?page= the first page must be named too, or a reload would open the other one
      const hash = page > 1 || pageInAddress("", location.search) ? `#page=${page}` : ""
      if (location.hash === hash) return
      // history.state marks the entry as Next's own, so this is no navigation for it.
      history.replaceState(history.state, "", `${location.pathname}${location.search}${hash}`)
    }
    const stop = store.subscribe((state, before) => {
      if (state.page === before.page) return
      window.clearTimeout(timer)
      timer = window.setTimeout(write, 400)
    })
    window.addEventListener("hashchange", onHash)
    return () => {
      window.clearTimeout(timer)
      stop()
      window.removeEventListener("hashchange", onHash)
    }
  }, [store])
}
