import { localStore } from "../../browser-storage"

/**
 * This browser's searches, newest first. They are private to this browser, and logging out deletes them (docs/reference/specification.md
 * 4).
 */
const key = "doujia_searches"
const longest = 10

export const readSearches = (): string[] => {
  const entries = localStore.getJson(key)
  return Array.isArray(entries) ? entries.filter((one) => typeof one === "string" && one !== "").slice(0, longest) : []
}

const write = (searches: string[]): void => {
  if (searches.length > 0) localStore.setItem(key, JSON.stringify(searches))
  else localStore.removeItem(key)
}

export const rememberSearch = (wd: string): void => {
  const word = wd.trim()
  if (word) write([word, ...readSearches().filter((one) => one !== word)].slice(0, longest))
}

export const forgetSearches = (): void => write([])
