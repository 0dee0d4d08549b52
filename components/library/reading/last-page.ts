import { localStore } from "@/lib/browser-storage"

/** The last page read per document, in this browser; at most 60 documents, the oldest are dropped. */
const key = "reading"
const maxPositions = 60

/** `at` in milliseconds since 1970; 0 = unknown. */
export type ReadingPosition = { page: number; at: number }
type Row = [uuid: string, page: number, at: number]

const isRow = (row: unknown): row is [string, number, number?] =>
  Array.isArray(row) && typeof row[0] === "string" && Number.isInteger(row[1])

const readAll = (): Row[] => {
  const value = localStore.getJson(key)
  return Array.isArray(value) ? value.filter(isRow).map(([uuid, page, at]) => [uuid, page, Number(at) || 0]) : []
}

export const lastPosition = (uuid: string): ReadingPosition | null => {
  const row = readAll().find(([id]) => id === uuid)
  return row ? { page: row[1], at: row[2] } : null
}

export const rememberPage = (uuid: string, page: number, at: number): void => {
  const rows: Row[] = [[uuid, page, at], ...readAll().filter(([id]) => id !== uuid)]
  localStore.setItem(key, JSON.stringify(rows.slice(0, maxPositions)))
}

/** Returns the newer of the browser's and the server's position; the server's if they are equal. */
export const newerPosition = (localPosition: ReadingPosition | null, server: ReadingPosition | null): ReadingPosition | null => {
  if (!localPosition || !server) return localPosition ?? server
  return localPosition.at > server.at ? localPosition : server
}

/** Returns the page to offer, 0 = none. The first page needs no offer, and pages beyond the readable ones are useless. */
export const pageToOffer = (position: ReadingPosition | null, total: number): number =>
  position && position.page > 1 && position.page <= total ? position.page : 0
