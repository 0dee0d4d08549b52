import type { Args } from "@/lib/contract/types"
import { isPlain, listConditions, listQuery, listState, type DocumentListState } from "./list-state"
import { textParam, type ListQuery, type SearchParams } from "./query"
import { kindOf, type SearchKind } from "./search-href"

/** The state of a search, as stored in its URL. */
export type SearchState = DocumentListState & { wd: string; type: SearchKind; category_id: number }

export const searchSorts = ["default", "latest", "download", "view", "pages", "size"] as const
export const articleSorts = ["default", "latest", "view"] as const
export const bothSorts = ["default", "latest"] as const
export const sortsOf = (type: SearchKind): readonly string[] => (type === 0 ? searchSorts : type === 1 ? articleSorts : bothSorts)

/** Longer texts are cut, because they are not search words. */
export const maxKeyword = 200

/** Parses a URL; ignores unknown values, and filters that this search type does not have. */
export const searchState = (given: SearchParams, languages: readonly string[]): SearchState => {
  const type = kindOf(textParam(given, "type"))
  const all = listState(given, sortsOf(type), languages)
  const category = textParam(given, "category_id")
  return {
    ...all,
    ...(type === 0 ? {} : { ext: "", fee_type: "", language: "", pages: "" }),
    wd: textParam(given, "wd", maxKeyword),
    type,
    category_id: /^\d{1,12}$/.test(category) ? Number(category) : 0,
  }
}

/** Returns the same state as a URL query, without the page. */
export const searchQuery = (state: SearchState): ListQuery => ({
  wd: state.wd,
  type: state.type === 0 ? undefined : state.type,
  category_id: state.category_id || undefined,
  ...listQuery(state),
})

/** Checks whether the search has any filter besides its words. */
export const isFiltered = (state: SearchState): boolean => state.category_id > 0 || !isPlain({ ...state, sort: "default" })

const orders: Record<string, string> = { download: "download_count", view: "view_count" }

/** Returns the input of the search calls. */
export const searchInput = (state: SearchState, now: number): NonNullable<Args<"GET /document/search">[0]> => ({
  wd: state.wd,
  page: state.page,
  size: 10,
  sort: orders[state.sort] ?? state.sort,
  ...listConditions(state, now),
  category_id: state.category_id ? [state.category_id] : undefined,
})
