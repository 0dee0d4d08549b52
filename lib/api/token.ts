/** The session in the browser's own storage (spec §4). Storage may be refused: then a session lives as long as its page. */
const tokenKey = "token"
const userKey = "user"

const storage = (): Storage | null => {
  try {
    return typeof window === "undefined" ? null : window.localStorage
  } catch {
    return null
  }
}

export const readToken = (): string => storage()?.getItem(tokenKey) ?? ""

export const readUser = <T>(): T | null => {
  try {
    return JSON.parse(storage()?.getItem(userKey) ?? "null") as T | null
  } catch {
    return null
  }
}

export const writeSession = (token: string, user: unknown): void => {
  storage()?.setItem(tokenKey, token)
  storage()?.setItem(userKey, JSON.stringify(user))
}

/** Logout clears everything that was kept here (spec §4), but for the choice of light or dark. */
export const clearSession = (): void => {
  const theme = storage()?.getItem("theme")
  storage()?.clear()
  if (theme) storage()?.setItem("theme", theme)
}
