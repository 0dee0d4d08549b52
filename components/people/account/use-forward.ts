"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useSession, useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { clearSession } from "@/lib/api/token"

const mark = "forwarded"
const oncePer = 10_000

/** True when this tab was sent on from here a moment ago and came back: then the page stays, or the two would play ball. */
const cameBack = (): boolean => {
  try {
    const last = Number(sessionStorage.getItem(mark) ?? 0)
    sessionStorage.setItem(mark, String(Date.now()))
    return Date.now() - last < oncePer
  } catch {
    return true
  }
}

/**
 * Who is logged in has nothing to do here and goes on to `target`. The guards see to that by the cookie; a browser that kept its token and lost
 * the cookie gets it back with `GET /user` and is sent on from here. On a closed site the guards are asked anew instead: they know who may
 * enter, and the page says so to who may not. A session that is over is put away.
 */
export const useForward = (target: string, closed = false): void => {
  const store = useSessionStore()
  const router = useRouter()
  const ready = useSession((state) => state.ready)
  useEffect(() => {
    // Only a session that was there on arrival: after their own work the forms send on by themselves.
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
        clearSession()
        store.getState().refresh()
      }
    })
    return () => {
      alive = false
    }
  }, [closed, ready, router, store, target])
}
