import type { Args } from "@/lib/contract/types"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { daysAgo, momentsOf } from "./date-range"
import { bandChoices, durationChoices, extChoices, feeChoices, type listSorts, pageBands } from "./list-filters"
import { choiceParam, pageParam, type ListQuery, type SearchParams } from "./query"

/** The state of a document list, as stored in its URL; "" = any. */
export type DocumentListState = {
  ext: (typeof extChoices)[number]
  fee_type: (typeof feeChoices)[number]
  language: string
  pages: (typeof bandChoices)[number]
  duration: (typeof durationChoices)[number]
  sort: string
  page: number
}

/** Parses a URL; ignores unknown values. `languages`: the codes that the site offers. */
export const listState = (given: SearchParams, sorts: readonly string[], languages: readonly string[]): DocumentListState => ({
  ext: choiceParam(given, "ext", extChoices),
  fee_type: choiceParam(given, "fee_type", feeChoices),
  language: choiceParam(given, "language", ["", ...languages]),
  pages: choiceParam(given, "pages", bandChoices),
  duration: choiceParam(given, "duration", durationChoices),
  sort: choiceParam(given, "sort", sorts),
  page: pageParam(given),
})

/** Returns the same state as a URL query, without the page. */
export const listQuery = ({ ext, fee_type, language, pages, duration, sort }: DocumentListState): ListQuery => ({
  ext,
  fee_type,
  language,
  pages,
  duration,
  sort: sort === "default" ? undefined : sort,
})

/** Checks whether the list has no filters and the default order; ignores the page. */
export const isPlain = (state: DocumentListState): boolean => Object.values(listQuery(state)).every((value) => !value)

/** Checks whether a new document would be at the top of the list: no filters, and the newest or default order. */
export const isNewest = (state: DocumentListState): boolean => isPlain({ ...state, sort: state.sort === "latest" ? "default" : state.sort })

type Conditions = Pick<
  NonNullable<Args<"GET /document/list">[0]>,
  "ext" | "fee_type" | "language" | "pages_min" | "pages_max" | "created_at"
>

/** Returns the filter conditions for a call that lists documents. */
export const listConditions = ({ ext, fee_type, language, pages, duration }: DocumentListState, now: number): Conditions => {
  const band = pageBands.find(({ name }) => name === pages)
  const shortcut = rangeShortcuts.find(({ name }) => name === duration)
  return {
    ext: ext || undefined,
    fee_type: fee_type || undefined,
    language: language ? [language] : undefined,
    pages_min: band?.min,
    pages_max: band?.max || undefined,
    created_at: shortcut && momentsOf({ from: daysAgo(shortcut.days, now), to: "" }),
  }
}

/**
 * Returns the `order` and other inputs of `GET /document/list` for each `sort` in the URL. "default" ranks by recommendation, downloads,
 * views, favourites, rating and age; a server that does not support it returns the newest documents.
 */
export const listOrder = (sort: (typeof listSorts)[number] | (string & {})): { order?: string; is_recommend?: boolean[] } =>
  sort === "recommend" ? { order: "recommend_at desc", is_recommend: [true] } : { order: orders[sort] }

const orders: Record<string, string> = {
  default: "quality desc",
  latest: "id desc",
  view: "view_count desc",
  favorite: "favorite_count desc",
  download: "download_count desc",
  pages: "pages desc",
}
