"use client"

import { useEffect, useRef, useState } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { lastPlace, newerPlace, pageToOffer, type Place, rememberPage } from "./last-page"
import { pageInAddress } from "./reader-rules"
import { useReaderStore } from "./use-reader"

/** How long reading must rest (ms) before the page is saved, in this browser and on the server: leafing through is not saved. */
const rest = { server: 2_500, browser: 300 }

const serverPlace = async (uuid: string): Promise<Place | null> => {
  const reply = await api("GET /document/position", { uuid })
  if (!reply.ok || reply.data.page < 1) return null
  return { page: reply.data.page, at: reply.data.updated_at ? Date.parse(reply.data.updated_at) : 0 }
}

/**
 * Remembers where reading stopped: in this browser for everybody, on the server for who is logged in. Gives the page to offer, 0 = none.
 * While the offer stands, a page or two of looking around does not overwrite what it offers.
 */
export const useResume = (): { offered: number; dismiss: () => void } => {
  const store = useReaderStore()
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const [offered, setOffered] = useState(0)
  /** the page that was noted last; a document begins with its first */
  const noted = useRef(1)

  useEffect(() => {
    if (!ready) return
    const { uuid } = store.getState().source
    let alive = true
    const begun = pageInAddress(location.hash, location.search) > 0
    const offer = (place: Place | null) => {
      const { source, page } = store.getState()
      // reading on meanwhile dismisses the offer
      if (alive && !begun && page <= 2) setOffered(pageToOffer(place, source.total))
    }
    const own = lastPlace(uuid)
    if (token) void serverPlace(uuid).then((place) => offer(newerPlace(own, place)))
    else offer(own)
    return () => {
      alive = false
    }
  }, [ready, token, store])

  useEffect(() => {
    const { uuid } = store.getState().source
    let timer = 0
    let soon = 0
    let unsaid = 0
    let unwritten = 0
    const write = () => {
      window.clearTimeout(soon)
      if (unwritten) rememberPage(uuid, unwritten, Date.now())
      unwritten = 0
    }
    const report = () => {
      write()
      window.clearTimeout(timer)
      if (unsaid && token) void api("PUT /document/position", { uuid, page: unsaid })
      unsaid = 0
    }
    const note = (page: number) => {
      if (page === noted.current || (offered && page <= 2)) return
      if (offered) setOffered(0)
      noted.current = unsaid = unwritten = page
      window.clearTimeout(timer)
      window.clearTimeout(soon)
      timer = window.setTimeout(report, rest.server)
      soon = window.setTimeout(write, rest.browser)
    }
    // an address may have opened another page than the first before this came
    note(store.getState().page)
    const stop = store.subscribe((state) => note(state.page))
    // a page that was not saved yet is saved on leaving
    const onHide = () => document.visibilityState === "hidden" && report()
    document.addEventListener("visibilitychange", onHide)
    return () => {
      stop()
      report()
      document.removeEventListener("visibilitychange", onHide)
    }
  }, [store, token, offered])

  return { offered, dismiss: () => setOffered(0) }
}
