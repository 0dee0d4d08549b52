"use client"

import { useEffect, useRef, useState } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { lastPosition, newerPosition, pageToOffer, type ReadingPosition, rememberPage } from "../store/last-page"
import { pageInAddress, type ReaderSource } from "../store/reader-rules"
import { isAtPages } from "../store/reader-store"
import { useReaderStore } from "../store/use-reader"

/** How long the user must stay on a page (ms) before it is saved: leafing through, jumping and scrolling past are not reading. */
const dwell = 2_000
/** How often the current page is looked at (ms). */
const step = 250

/** The entry of a document on the shelf 继续阅读; pages beyond the readable ones are not left to read. */
const drawnOf = ({ title, format = "", total, sizes, fallback, status, version, ready }: ReaderSource) => {
  const [width, height] = sizes[0] ?? fallback
  return { title, ext: format, pages: total, width: Math.round(width), height: Math.round(height), status, version, converted_pages: ready }
}

const serverPosition = async (uuid: string): Promise<ReadingPosition | null> => {
  const reply = await api("GET /document/position", { uuid })
  if (!reply.ok || reply.data.page < 1) return null
  return { page: reply.data.page, at: reply.data.updated_at ? Date.parse(reply.data.updated_at) : 0 }
}

/**
 * Saves the reading position once a page has been read for a while: in this browser for all users, on the server for logged-in users.
 * Returns the page to offer, 0 = none. While the offer is displayed, looking at the first pages does not overwrite the saved position.
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
      // no offer if the user has already read on
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
    let current = 0
    let since = 0
    const look = () => {
      const { page } = store.getState()
      const isRead = document.visibilityState === "visible" && isAtPages(store.getState())
      if (!isRead || page !== current) {
        current = isRead ? page : 0
        since = Date.now()
      } else if (Date.now() - since >= dwell && page !== noted.current && !(offered && page <= 2)) {
        if (offered) setOffered(0)
        noted.current = page
        rememberPage(uuid, page, Date.now(), drawnOf(store.getState().source))
        if (token) void api("PUT /document/position", { uuid, page })
      }
    }
    const timer = window.setInterval(look, step)
    return () => window.clearInterval(timer)
  }, [store, token, offered])

  return { offered, dismiss: () => setOffered(0) }
}
