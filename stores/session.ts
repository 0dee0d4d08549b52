import { createStore } from "zustand/vanilla"
import { api } from "@/lib/api/client"
import {
  clearSession,
  endSession,
  hasSessionCookie,
  readEndedUser,
  readPermissions,
  readToken,
  readUser,
  writePermissions,
  writeSession,
  writeToken,
} from "@/lib/api/token"
import { factorMissing } from "@/lib/api/second-factor"
import { refusalText } from "@/lib/api/result"
import type { Group, Permission, User } from "@/lib/contract/types"
import { isStaff } from "@/lib/rules/people/staff"

export type SessionState = {
  /** false until localStorage has been read: until then, islands only reserve their space */
  ready: boolean
  token: string
  user: User | null
  permissions: Permission[]
  /** the pages of /admin that the user's permissions grant */
  allowedPages: string[]
  /** the message for the user if the permissions could not be loaded; otherwise "" */
  failure: string
  /** true for staff who must use a second factor but have none: they can only open its setup */
  factorMissing: boolean
  /** id of the user whose session has ended without a logout, 0 if there is none: what they were writing stays on the page */
  endedUser: number
  /** the user's groups with their flags; null until `loadGroups` has loaded them */
  groups: Group[] | null
  /** Reads the session from localStorage when its token differs from the current one (docs/reference/specification.md 4). */
  refresh: () => void
  logIn: (token: string, user: User) => void
  logOut: () => Promise<void>
  /** The server has ended the session: forgets it, but nothing that the user wrote (docs/decisions/169). */
  end: () => void
  setUser: (user: User) => void
  /** Replaces the token of the same session after the user has confirmed the password. */
  renew: (token: string) => void
  /** Loads the user and permissions from the server; ends the session here if it has ended there (401). */
  reload: () => Promise<void>
  loadGroups: () => Promise<void>
}

const nobody = { token: "", user: null, permissions: [], allowedPages: [], groups: null, failure: "", factorMissing: false, endedUser: 0 }
/**
 * The state that remains when a session ends, or is renewed by another login: with the permissions an open form of staff stays. The server checks
 * every call.
 */
const ended = ({ permissions, allowedPages }: SessionState) => ({ ...nobody, permissions, allowedPages })
/** The mapping from permissions to pages is in a file that is loaded only for users with permissions: visitors never need it. */
const allowedPagesOf = async (permissions: Permission[]): Promise<string[]> =>
  isStaff({ permissions }) ? (await import("@/lib/rules/people/admin-access")).allowedPagesOf(permissions) : []

/** Creates the session store of one render tree. It must never be module state, since the server renders pages for many users. */
export const createSession = () =>
  createStore<SessionState>((set, get) => {
    const takePermissions = async (permissions: Permission[]) => {
      set({ permissions })
      const allowedPages = await allowedPagesOf(permissions).catch(() => [])
      if (get().permissions === permissions) set({ allowedPages })
    }
    const loadPermissions = async (token: string) => {
      const reply = await api("GET /user/permission")
      if (get().token !== token) return
      if (!reply.ok && reply.code === factorMissing) return set({ factorMissing: true, failure: "" })
      if (!reply.ok) return set({ failure: refusalText(reply, "获取权限失败") })
      writePermissions(reply.data.permission)
      set({ failure: "", factorMissing: false })
      await takePermissions(readPermissions<Permission>())
    }
    return {
      ready: false,
      ...nobody,
      refresh: () => {
        const token = readToken()
        const { ready, token: before, user: userBefore, endedUser: endedBefore } = get()
        const endedUser = token ? 0 : readEndedUser()
        if (ready && token === before && endedUser === endedBefore) return
        const user = token ? readUser<User>() : null
        const userIdBefore = userBefore?.id ?? endedBefore
        const isSameUser = userIdBefore > 0 && userIdBefore === (user?.id ?? endedUser)
        set({ ...(isSameUser ? ended(get()) : nobody), ready: true, token, user, endedUser })
        if (token && !isSameUser) void takePermissions(readPermissions<Permission>())
        if (token && ready) void loadPermissions(token)
        // localStorage was cleared but the cookie remains: log out, so that pages are not rendered for a session that the browser lacks
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
      end: () => {
        // another tab has logged in or out since
        if (readToken() !== get().token) return get().refresh()
        const endedUser = get().user?.id ?? get().endedUser
        endSession(endedUser)
        set({ ...ended(get()), endedUser })
      },
      setUser: (user) => {
        writeSession(get().token, user)
        set({ user })
      },
      renew: (token) => {
        writeToken(token)
        set({ token })
      },
      reload: async () => {
        const { token } = get()
        if (!token) return
        const reply = await api("GET /user")
        // the user has logged out since, here or in another tab: discard the late reply
        if (get().token !== token || readToken() !== token) return
        if (reply.ok) {
          get().setUser(reply.data)
          await loadPermissions(token)
        } else if (reply.status === 401) {
          get().end()
          // nothing is open yet on a page that has just loaded
          set({ permissions: [], allowedPages: [] })
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
