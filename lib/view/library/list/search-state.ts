import type { Args } from "@/lib/contract/types"
import { isPlain, listConditions, listQuery, listState, type ListState } from "./list-state"
import { textParam, type Query, type SearchParams } from "./query"
import { kindOf, type SearchKind } from "./search-href"

/** What the address of a search says. */
export type SearchState = ListState & { wd: string; type: SearchKind; category_id: number }

export const searchSorts = ["default", "latest", "download", "view", "pages", "size"] as const
export const articleSorts = ["default", "latest", "view"] as const
export const bothSorts = ["default", "latest"] as const
export const sortsOf = (type: SearchKind): readonly string[] => (type === 0 ? searchSorts : type === 1 ? articleSorts : bothSorts)

/** Longer texts are cut: they are no words to look for. */
export const maxKeyword = 200

/** Reads an address; what is unknown, or is no filter of this kind, is left out. */
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

/** The same as the query of an address, without the page. */
export const searchQuery = (state: SearchState): Query => ({
  wd: state.wd,
  type: state.type === 0 ? undefined : state.type,
  category_id: state.category_id || undefined,
  ...listQuery(state),
})

/** Whether anything narrows the search besides its words. */
export const isFiltered = (state: SearchState): boolean => state.category_id > 0 || !isPlain({ ...state, sort: "default" })

const orders: Record<string, string> = { download: "download_count", view: "view_count" }

/** What the calls of the search are asked. */
export const searchInput = (state: SearchState, now: number): NonNullable<Args<"GET /document/search">[0]> => ({
  wd: state.wd,
  page: state.page,
  size: 10,
  sort: orders[state.sort] ?? state.sort,
  ...listConditions(state, now),
  category_id: state.category_id ? [state.category_id] : undefined,
})
