/** The session in the browser's storage (docs/reference/specification.md 4). Without storage a session lasts as long as its page. */
const keys = { token: "token", user: "user", permissions: "permissions" }

const storage = (): Storage | null => {
  try {
    return typeof window === "undefined" ? null : window.localStorage
  } catch {
    return null
  }
}

const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(storage()?.getItem(key) ?? "null") as T | null
  } catch {
    return null
  }
}

const write = (key: string, value: string): void => {
  try {
    storage()?.setItem(key, value)
  } catch {
    // without storage the session lasts as long as the page
  }
}

export const readToken = (): string => storage()?.getItem(keys.token) ?? ""
export const readUser = <T>(): T | null => read<T>(keys.user)
export const readPermissions = <T>(): T[] => read<T[]>(keys.permissions) ?? []

export const writeToken = (token: string): void => write(keys.token, token)

export const writeSession = (token: string, user: unknown): void => {
  writeToken(token)
  write(keys.user, JSON.stringify(user))
}

export const writePermissions = (permissions: unknown[]): void => write(keys.permissions, JSON.stringify(permissions))

/** Clears everything stored here at logout (docs/reference/specification.md 4), except the choice of light or dark. */
export const clearSession = (): void => {
  const theme = storage()?.getItem("theme")
  storage()?.clear()
  if (theme) storage()?.setItem("theme", theme)
}

/** Returns true while a readable cookie indicates that this browser has a session. */
export const hasSessionCookie = (): boolean => typeof document !== "undefined" && /(^|;\s*)(__Host-)?doujia_in=1/.test(document.cookie)
