import { localStore, readCookies } from "../browser-storage"

/** The session in the browser's storage (docs/reference/specification.md 4). Without storage a session lasts as long as its page. */
const keys = { token: "token", user: "user", permissions: "permissions", endedUser: "ended-user" }

export const readToken = (): string => localStore.getItem(keys.token) ?? ""
export const readUser = <T>(): T | null => localStore.getJson(keys.user) as T | null
export const readPermissions = <T>(): T[] => (localStore.getJson(keys.permissions) as T[] | null) ?? []

/** Returns the id of the user whose session has ended without a logout since the last login, 0 if there is none. */
export const readEndedUser = (): number => Number(localStore.getItem(keys.endedUser)) || 0

export const writeToken = (token: string): void => void localStore.setItem(keys.token, token)

/** Other tabs react to each step: the token comes after the user that it needs, and before the end of `endedUser`. */
export const writeSession = (token: string, user: unknown): void => {
  localStore.setItem(keys.user, JSON.stringify(user))
  writeToken(token)
  localStore.removeItem(keys.endedUser)
}

export const writePermissions = (permissions: unknown[]): void => void localStore.setItem(keys.permissions, JSON.stringify(permissions))

/**
 * Clears everything that this browser stores, except the choice of light or dark: for the user's own logout
 * (docs/reference/specification.md 4).
 */
export const clearSession = (): void => {
  const theme = localStore.getItem("theme")
  localStore.clear()
  if (theme) localStore.setItem("theme", theme)
}

/** Removes a session that the server has ended. The user's input stays (docs/decisions/169), and the browser remembers the user's id. */
export const endSession = (userId: number): void => {
  if (userId) localStore.setItem(keys.endedUser, String(userId))
  for (const key of [keys.user, keys.permissions, keys.token]) localStore.removeItem(key)
}

/** Whether this user has logged out, here or in another tab, so that their input may no longer be stored. */
export const hasLoggedOut = (userId: number): boolean => readToken() === "" && readEndedUser() !== userId

/** Returns true while a readable cookie indicates that this browser has a session. */
export const hasSessionCookie = (): boolean => typeof document !== "undefined" && /(^|;\s*)(__Host-)?doujia_in=1/.test(readCookies())
