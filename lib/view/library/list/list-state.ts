import type { Args } from "@/lib/contract/types"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { daysAgo, momentsOf } from "./date-range"
import { bandChoices, durationChoices, extChoices, feeChoices, type listSorts, pageBands } from "./list-filters"
import { choiceParam, pageParam, type Query, type SearchParams } from "./query"

/** What the address of a list of documents says; "" = any. */
export type ListState = {
  ext: (typeof extChoices)[number]
  fee_type: (typeof feeChoices)[number]
  language: string
  pages: (typeof bandChoices)[number]
  duration: (typeof durationChoices)[number]
  sort: string
  page: number
}

/** Reads an address; what is unknown is left out. `languages`: the codes that the site offers. */
export const listState = (given: SearchParams, sorts: readonly string[], languages: readonly string[]): ListState => ({
  ext: choiceParam(given, "ext", extChoices),
  fee_type: choiceParam(given, "fee_type", feeChoices),
  language: choiceParam(given, "language", ["", ...languages]),
  pages: choiceParam(given, "pages", bandChoices),
  duration: choiceParam(given, "duration", durationChoices),
  sort: choiceParam(given, "sort", sorts),
  page: pageParam(given),
})

/** The same as the query of an address, without the page. */
export const listQuery = ({ ext, fee_type, language, pages, duration, sort }: ListState): Query => ({
  ext,
  fee_type,
  language,
  pages,
  duration,
  sort: sort === "default" ? undefined : sort,
})

/** Whether anything but the page departs from the plain list. */
export const isPlain = (state: ListState): boolean => Object.values(listQuery(state)).every((value) => !value)

/** Whether a new document stands at the head of the list: it has no conditions, and the order of time or the usual one. */
export const isNewest = (state: ListState): boolean => isPlain({ ...state, sort: state.sort === "latest" ? "default" : state.sort })

type Conditions = Pick<
  NonNullable<Args<"GET /document/list">[0]>,
  "ext" | "fee_type" | "language" | "pages_min" | "pages_max" | "created_at"
>

/** The conditions of a call that lists documents. */
export const listConditions = ({ ext, fee_type, language, pages, duration }: ListState, now: number): Conditions => {
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

/** `order` and what else `GET /document/list` is asked for each `sort` of the address. "default" is what is best by recommendation, downloads, views, favourites, rating and age; a server that does not know it answers the newest. */
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
