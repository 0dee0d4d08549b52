import { createStore } from "zustand/vanilla"
import { api } from "@/lib/api/client"
import { clearSession, hasSessionCookie, readPermissions, readToken, readUser, writePermissions, writeSession } from "@/lib/api/token"
import type { Group, Permission, User } from "@/lib/contract/types"
import { allowedPagesOf } from "@/lib/view/allowed-pages"

export type SessionState = {
  /** false until the browser's storage was read: islands keep their place meanwhile */
  ready: boolean
  token: string
  user: User | null
  permissions: Permission[]
  /** paths of /admin this person may open */
  allowedPages: string[]
  /** null until somebody asked; the flags say what the person may do */
  groups: Group[] | null
  /** Takes over what the storage holds, when the stored token differs from the held one (docs/reference/specification.md 4). */
  refresh: () => void
  logIn: (token: string, user: User) => void
  logOut: () => Promise<void>
  setUser: (user: User) => void
  /** Asks the server anew who this is and what they may; a session that is over is put away. */
  reload: () => Promise<void>
  loadGroups: () => Promise<void>
}

const nobody = { token: "", user: null, permissions: [], allowedPages: [], groups: null }
const held = () => {
  const permissions = readPermissions<Permission>()
  return { permissions, allowedPages: allowedPagesOf(permissions) }
}

/** One store per render tree: never module state, the server renders many people's pages. */
export const createSession = () =>
  createStore<SessionState>((set, get) => {
    const loadPermissions = async (token: string) => {
      const reply = await api("GET /user/permission")
      if (!reply.ok || get().token !== token) return
      writePermissions(reply.data.permission)
      set(held())
    }
    return {
      ready: false,
      ...nobody,
      refresh: () => {
        const token = readToken()
        if (get().ready && token === get().token) return
        set({ ...nobody, ready: true, token, user: token ? readUser<User>() : null, ...(token ? held() : {}) })
        // the storage was cleared but not the cookie: pages would be rendered for an unknown person
        if (!token && hasSessionCookie()) void api("DELETE /user/logout")
      },
      logIn: (token, user) => {
        writeSession(token, user)
        writePermissions([])
        set({ ...nobody, ready: true, token, user })
        void loadPermissions(token)
      },
      logOut: async () => {
        await api("DELETE /user/logout")
        clearSession()
        set(nobody)
      },
      setUser: (user) => {
        writeSession(get().token, user)
        set({ user })
      },
      reload: async () => {
        const { token } = get()
        if (!token) return
        const reply = await api("GET /user")
        if (get().token !== token) return
        if (reply.ok) {
          get().setUser(reply.data)
          await loadPermissions(token)
        } else if (reply.status === 401) {
          clearSession()
          set(nobody)
        }
      },
      loadGroups: async () => {
        const { token, groups } = get()
        if (!token || groups) return
        const reply = await api("GET /user/group")
        if (reply.ok && get().token === token) set({ groups: reply.data.group })
      },
    }
  })

export type SessionStore = ReturnType<typeof createSession>
