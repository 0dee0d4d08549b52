import type { InsideHit } from "@/lib/contract/types"

/** A search in the document and its result. `at` = index of the current hit, -1 = none. */
export type DocumentSearch = {
  word: string
  state: "idle" | "loading" | "done" | "failed"
  message: string
  hits: InsideHit[]
  total: number
  at: number
  /** counts repeated searches for the same text */
  round: number
}

export const nothingFound: DocumentSearch = { word: "", state: "idle", message: "", hits: [], total: 0, at: -1, round: 0 }

/**
 * Returns the next or previous match, cyclically. If there is no current one: the first from the current page on, or the last before it.
 */
export const stepHit = ({ hits, at }: Pick<DocumentSearch, "hits" | "at">, forward: boolean, page: number): number => {
  if (!hits.length) return -1
  if (at >= 0) return (at + (forward ? 1 : -1) + hits.length) % hits.length
  return firstHit(hits, page, forward)
}

/** Returns the match at which a search begins: from the current page instead of the document's first page. */
export const firstHit = (hits: InsideHit[], page: number, forward = true): number => {
  if (!hits.length) return -1
  const index = forward ? hits.findIndex((hit) => hit.page >= page) : hits.findLastIndex((hit) => hit.page < page)
  return index >= 0 ? index : forward ? 0 : hits.length - 1
}

/** Returns the matches on one page, with their index in the whole list. */
export const hitsOn = (hits: InsideHit[], page: number): { hit: InsideHit; index: number }[] =>
  hits.flatMap((hit, index) => (hit.page === page ? [{ hit, index }] : []))
