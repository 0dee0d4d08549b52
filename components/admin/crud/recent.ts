"use client"

import { localStore } from "@/lib/browser-storage"

/** An item that the user has opened in /admin: the URL of its screen, including the search that finds it. */
export type Recent = { path: string; title: string; kind: string }

const key = "admin:recent"
const most = 8

/** Returns the recently opened items, newest first; stored on this device only. */
export const readRecent = (): Recent[] => {
  const items = localStore.getJson(key)
  return (Array.isArray(items) ? items : []).flatMap((one: Partial<Recent> | null) =>
    typeof one?.path === "string" && one.path.startsWith("/admin/") && typeof one.title === "string"
      ? [{ path: one.path, title: one.title, kind: String(one.kind ?? "") }]
      : [],
  )
}

/** Stores an item as the most recent one. */
export const noteRecent = (recent: Recent): void => {
  const rest = readRecent().filter((one) => one.path !== recent.path || one.title !== recent.title)
  localStore.setItem(key, JSON.stringify([recent, ...rest].slice(0, most)))
}
