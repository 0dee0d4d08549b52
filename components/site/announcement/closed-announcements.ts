import { localStore, tabStore } from "@/lib/browser-storage"
import type { CurrentAnnouncement } from "@/lib/contract/types"

const key = "closed-announcements"
/** Ids of older ones have expired. */
const maxIds = 100

const idsIn = (store: typeof localStore): number[] => {
  const stored = store.getJson(key)
  return Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id)) : []
}

export const isClosed = (id: number): boolean => [localStore, tabStore].some((store) => idsIn(store).includes(id))

/** Closes it in this browser, or until the tab is closed if it must not be closed for good. */
export const closeAnnouncement = ({ id, dismissible }: CurrentAnnouncement): void => {
  const store = dismissible ? localStore : tabStore
  store.setItem(key, JSON.stringify([id, ...idsIn(store)].slice(0, maxIds)))
}
