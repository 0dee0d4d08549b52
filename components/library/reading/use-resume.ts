"use client"

import { useEffect, useRef, useState } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { lastPosition, newerPosition, pageToOffer, type ReadingPosition, rememberPage } from "./last-page"
import { pageInAddress } from "./reader-rules"
import { useReaderStore } from "./use-reader"

/** How long the user must stay on a page (ms) before it is saved, in this browser and on the server: leafing through is not saved. */
const rest = { server: 2_500, browser: 300 }

const serverPosition = async (uuid: string): Promise<ReadingPosition | null> => {
  const reply = await api("GET /document/position", { uuid })
  if (!reply.ok || reply.data.page < 1) return null
  return { page: reply.data.page, at: reply.data.updated_at ? Date.parse(reply.data.updated_at) : 0 }
}

/**
 * Saves the reading position: in this browser for all users, on the server for logged-in users. Returns the page to offer, 0 = none.
 * While the offer is displayed, looking at the first pages does not overwrite the saved position.
 */
export const useResume = (): { offered: number; dismiss: () => void } => {
  const store = useReaderStore()
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const [offered, setOffered] = useState(0)
  /** the last saved page; a document begins with its first */
  const noted = useRef(1)

  useEffect(() => {
    if (!ready) return
    const { uuid } = store.getState().source
    let alive = true
    const begun = pageInAddress(location.hash, location.search) > 0
    const offer = (position: ReadingPosition | null) => {
      const { source, page } = store.getState()
      // no offer if the user has read on meanwhile
      if (alive && !begun && page <= 2) setOffered(pageToOffer(position, source.total))
    }
    const localPosition = lastPosition(uuid)
    if (token) void serverPosition(uuid).then((serverPosition) => offer(newerPosition(localPosition, serverPosition)))
    else offer(localPosition)
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
    // the URL may have opened another page before this effect ran
    note(store.getState().page)
    const stop = store.subscribe((state) => note(state.page))
    // saves an unsaved page when the user leaves
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
