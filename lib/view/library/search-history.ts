/**
 * This browser's searches, newest first. They are private to this browser, and logging out deletes them (docs/reference/specification.md
 * 4).
 */
const key = "doujia_searches"
const longest = 10

export const readSearches = (): string[] => {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(entries) ? entries.filter((one) => typeof one === "string" && one !== "").slice(0, longest) : []
  } catch {
    return []
  }
}

const write = (searches: string[]): void => {
  try {
    if (searches.length > 0) localStorage.setItem(key, JSON.stringify(searches))
    else localStorage.removeItem(key)
  } catch {
    // without storage nothing is remembered
  }
}

export const rememberSearch = (wd: string): void => {
  const word = wd.trim()
  if (word) write([word, ...readSearches().filter((one) => one !== word)].slice(0, longest))
}

export const forgetSearches = (): void => write([])
