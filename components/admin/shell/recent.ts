"use client"

/** Something that a person has opened in /admin: the address of its screen, with what finds it there. */
export type Recent = { path: string; title: string; kind: string }

const key = "admin:recent"
const most = 8

/** What was opened last, the newest first; kept in localStorage, on this device alone. */
export const readRecent = (): Recent[] => {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? "[]")
    return (Array.isArray(kept) ? kept : []).flatMap((one: Partial<Recent> | null) =>
      typeof one?.path === "string" && one.path.startsWith("/admin/") && typeof one.title === "string"
        ? [{ path: one.path, title: one.title, kind: String(one.kind ?? "") }]
        : [],
    )
  } catch {
    // storage is unavailable or its content invalid: nothing is remembered
    return []
  }
}

/** Remembers it as the newest. */
export const noteRecent = (recent: Recent): void => {
  try {
    const rest = readRecent().filter((one) => one.path !== recent.path || one.title !== recent.title)
    window.localStorage.setItem(key, JSON.stringify([recent, ...rest].slice(0, most)))
  } catch {
    // storage is unavailable: nothing is remembered
  }
}
