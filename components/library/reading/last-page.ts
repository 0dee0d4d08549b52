/** The last page read per document, in this browser; at most 60 documents, the oldest are dropped. */
const key = "reading"
const maxPlaces = 60

/** `at` in milliseconds since 1970; 0 = unknown. */
export type Place = { page: number; at: number }
type Row = [uuid: string, page: number, at: number]

const isRow = (row: unknown): row is [string, number, number?] =>
  Array.isArray(row) && typeof row[0] === "string" && Number.isInteger(row[1])

const readAll = (): Row[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(value) ? value.filter(isRow).map(([uuid, page, at]) => [uuid, page, Number(at) || 0]) : []
  } catch {
    return []
  }
}

export const lastPlace = (uuid: string): Place | null => {
  const row = readAll().find(([id]) => id === uuid)
  return row ? { page: row[1], at: row[2] } : null
}

export const rememberPage = (uuid: string, page: number, at: number): void => {
  const rows: Row[] = [[uuid, page, at], ...readAll().filter(([id]) => id !== uuid)]
  try {
    localStorage.setItem(key, JSON.stringify(rows.slice(0, maxPlaces)))
  } catch {
    // Storage is full or denied: nothing is stored.
  }
}

/** Returns the newer of the browser's and the server's position; the server's if they are equal. */
export const newerPlace = (own: Place | null, server: Place | null): Place | null => {
  if (!own || !server) return own ?? server
  return own.at > server.at ? own : server
}

/** Returns the page to offer, 0 = none. The first page needs no offer, and pages beyond the readable ones are useless. */
export const pageToOffer = (place: Place | null, total: number): number => (place && place.page > 1 && place.page <= total ? place.page : 0)
