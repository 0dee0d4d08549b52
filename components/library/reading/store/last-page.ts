import { localStore } from "@/lib/browser-storage"
import type { Card } from "@/lib/view/library/document-card"

/** The last page read per document, in this browser; at most 60 documents, the oldest are dropped. */
const key = "reading"
const maxPositions = 60
/** Whether the shelf 继续阅读 has something; also read by the first script of every page (`lib/view/loading/first-script.ts`). */
const shelfKey = "reading-shelf"

/** `at` in milliseconds since 1970; 0 = unknown. */
export type ReadingPosition = { page: number; at: number }
/** The entry of a document on a shelf. */
export type ReadDocument = Pick<Card, "uuid" | "title" | "ext" | "pages" | "width" | "height" | "status" | "version" | "converted_pages">
type Row = [uuid: string, page: number, at: number, document?: Omit<ReadDocument, "uuid">]

const isRow = (row: unknown): row is [string, number, number?, Row[3]?] =>
  Array.isArray(row) && typeof row[0] === "string" && Number.isInteger(row[1])

const readAll = (): Row[] => {
  const value = localStore.getJson(key)
  return Array.isArray(value)
    ? value.filter(isRow).map(([uuid, page, at, document]): Row => [uuid, page, Number(at) || 0, document ?? undefined])
    : []
}

export const lastPosition = (uuid: string): ReadingPosition | null => {
  const row = readAll().find(([id]) => id === uuid)
  return row ? { page: row[1], at: row[2] } : null
}

/** Stores a position, with the document's data for the shelf 继续阅读. */
export const rememberPage = (uuid: string, page: number, at: number, drawn?: Omit<ReadDocument, "uuid">): void => {
  const rows: Row[] = [drawn ? [uuid, page, at, drawn] : [uuid, page, at], ...readAll().filter(([id]) => id !== uuid)]
  localStore.setItem(key, JSON.stringify(rows.slice(0, maxPositions)))
  const isShelved = unfinishedDocuments().length > 0
  localStore.setItem(shelfKey, isShelved ? "1" : "")
  document.documentElement.toggleAttribute("data-reader", isShelved)
}

/** Adds positions of the server that are newer than those of this browser. */
export const mergePositions = (positions: readonly (ReadDocument & ReadingPosition)[]): void => {
  for (const { uuid, page, at, ...document } of positions.toReversed())
    if ((lastPosition(uuid)?.at ?? -1) < at) rememberPage(uuid, page, at, document)
}

const isDrawable = (document: Row[3]): document is NonNullable<Row[3]> =>
  typeof document === "object" && document !== null && typeof document.title === "string" && document.pages > 0

/** Returns the documents that were begun in this browser and not finished, the last read first. */
export const unfinishedDocuments = (): (ReadDocument & ReadingPosition)[] =>
  readAll()
    .toSorted((one, other) => other[2] - one[2])
    .flatMap(([uuid, page, at, document]) =>
      isDrawable(document) && page > 1 && page < document.pages ? [{ ...document, uuid, page, at }] : [],
    )

/** Returns the newer of the browser's and the server's position; the server's if they are equal. */
export const newerPosition = (localPosition: ReadingPosition | null, server: ReadingPosition | null): ReadingPosition | null => {
  if (!localPosition || !server) return localPosition ?? server
  return localPosition.at > server.at ? localPosition : server
}

/** Returns the page to offer, 0 = none. The first page needs no offer, and pages beyond the readable ones are useless. */
export const pageToOffer = (position: ReadingPosition | null, total: number): number =>
  position && position.page > 1 && position.page <= total ? position.page : 0
