import { createStore } from "zustand"
import { api } from "@/lib/api/client"
import { clearSession, readToken, readUser, writeSession } from "@/lib/api/token"
import type { User } from "@/lib/contract/types"

export type SessionState = {
  /** false until the browser's storage was read: islands keep their place meanwhile */
  ready: boolean
  token: string
  user: User | null
  /** paths of /admin this person may open */
  allowedPages: string[]
  /** Takes over what the storage holds, when the stored token differs from the held one (spec §4). */
  refresh: () => void
  logIn: (token: string, user: User) => void
  logOut: () => Promise<void>
  setUser: (user: User) => void
}

/** One store per render tree: never module state, the server renders many people's pages. */
export const createSession = () =>
  createStore<SessionState>((set, get) => ({
    ready: false,
    token: "",
    user: null,
    allowedPages: [],
    refresh: () => {
      const token = readToken()
      if (get().ready && token === get().token) return
      set({ ready: true, token, user: token ? readUser<User>() : null, allowedPages: [] })
    },
    logIn: (token, user) => {
      writeSession(token, user)
      set({ ready: true, token, user })
    },
    logOut: async () => {
      await api("DELETE /user/logout")
      clearSession()
      set({ token: "", user: null, allowedPages: [] })
    },
    setUser: (user) => {
      writeSession(get().token, user)
      set({ user })
    },
  }))

export type SessionStore = ReturnType<typeof createSession>
