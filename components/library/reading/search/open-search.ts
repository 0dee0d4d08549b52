import { maySearch } from "../store/reader-rules"
import type { ReaderState } from "../store/reader-store"

/** Opens the search in the document, or focuses its field. */
export const openSearch = (reader: ReaderState): void => {
  if (!maySearch(reader.source, reader.policy)) return
  // already open: only focus the field
  if (reader.side === "search") reader.frame?.querySelector<HTMLInputElement>(".find input")?.focus()
  // the results are on the pages (docs/decisions/099)
  if (reader.view === "sheets") reader.set({ view: "pages" })
  reader.set(window.matchMedia("(max-width: 767px)").matches ? { sheet: "search" } : { side: "search" })
}
