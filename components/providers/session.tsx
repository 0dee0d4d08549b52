"use client"

import { createContext, use, useEffect, useState, type ReactNode } from "react"
import { useStore } from "zustand"
import { createSession, type SessionState, type SessionStore } from "@/stores/session"

const SessionContext = createContext<SessionStore | null>(null)

/** One session store per render tree. The browser's storage is read after the first paint, because cached pages contain no session. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const [store] = useState(createSession)
  useEffect(() => {
    const refresh = () => store.getState().refresh()
    refresh()
    // stored data may be stale: name, balance and permissions are refreshed once per visit
    void store.getState().reload()
    // another tab may have logged in or out since (docs/reference/specification.md 4)
    window.addEventListener("focus", refresh)
    window.addEventListener("storage", refresh)
    const stop = store.subscribe(({ token, user }) => {
      document.documentElement.toggleAttribute("data-session", Boolean(token))
      document.documentElement.toggleAttribute("data-vip", user?.is_vip === true)
    })
    return () => {
      window.removeEventListener("focus", refresh)
      window.removeEventListener("storage", refresh)
      stop()
    }
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

/** Returns the store itself, for code outside of rendering. */
export const useSessionStore = (): SessionStore => {
  const store = use(SessionContext)
  if (!store) throw new Error("useSession needs SessionProvider")
  return store
}

/** `useSession((state) => state.user)`. `ready` is false until the browser's storage has been read: reserve the space until then. */
export const useSession = <T,>(selector: (state: SessionState) => T): T => useStore(useSessionStore(), selector)
