import { useSyncExternalStore } from "react"
import { api } from "@/lib/api/client"

/* The number of unread notifications, shared by the bell and the page that reads them. */

let unread = 0
let readAt = 0
const listeners = new Set<() => void>()

export const setUnread = (count: number): void => {
  unread = count
  for (const listener of listeners) listener()
}

/** Reads the number; with `atMostEvery` (ms) not again if it was read more recently. A failure leaves the last number. */
export const refreshUnread = async ({ atMostEvery = 0 } = {}): Promise<void> => {
  const now = Date.now()
  if (now - readAt < atMostEvery) return
  readAt = now
  const reply = await api("GET /notification/count")
  if (reply.ok) setUnread(reply.data.unread)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
