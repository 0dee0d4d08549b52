"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useSession, useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { tabStore } from "@/lib/browser-storage"

const mark = "forwarded"
const oncePer = 10_000

/** Returns true if this tab was redirected from here a moment ago and came back. The page then stays, to avoid a redirect loop. */
const cameBack = (): boolean => {
  const last = Number(tabStore.getItem(mark) ?? 0)
  const isStored = tabStore.setItem(mark, String(Date.now()))
  return !isStored || Date.now() - last < oncePer
}

/**
 * Redirects logged-in users to `target`. The guards do that by the cookie; a browser that has its token but lost the cookie gets a new one
 * with `GET /user` and is redirected here.
 * On a closed site it refreshes the page so that the guards decide again: they know whether the user may enter, and the page explains a
 * refusal. An expired session ends.
 */
export const useForward = (target: string, closed = false): void => {
  const store = useSessionStore()
  const router = useRouter()
  const ready = useSession((state) => state.ready)
  useEffect(() => {
    // Applies only to a session that existed on arrival: the forms redirect by themselves after a login.
    const { token } = store.getState()
    if (!ready || !token) return
    let alive = true
    void api("GET /user").then((reply) => {
      if (!alive || store.getState().token !== token) return
      if (reply.ok) {
        if (cameBack()) return
        if (closed) router.refresh()
        else router.replace(target)
      } else if (reply.status === 401) {
        store.getState().end()
      }
    })
    return () => {
      alive = false
    }
  }, [closed, ready, router, store, target])
}
