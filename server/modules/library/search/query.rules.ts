import { kinds, type FormatKind as FormatGroup } from "@/lib/contract/library/document.formats"
import { SearchType } from "@/lib/contract/library/search.enums"
import { rangeOf } from "@/lib/rules/day"
import { foldWords } from "@/server/ports/search/fold"
import {
  durationDays,
  sorts,
  type Bounds,
  type SearchFilter,
  type EntryKind,
  type SearchQuery,
  type Sort,
} from "@/server/ports/search/search.port"

/** The filters of a search, as defined by the contract. */
export type SearchFilters = {
  wd?: string
  type?: number
  page?: number
  size?: number
  sort?: string
  order?: string
  ext?: string
  category_id?: number[]
  user_id?: number[]
  language?: string[]
  fee_type?: "free" | "charge" | "vip"
  price_min?: number
  price_max?: number
  pages_min?: number
  pages_max?: number
  created_at?: string[]
  duration?: keyof typeof durationDays
}

const dayMs = 86_400_000
/** More words than this do not narrow a search down. */
const maxTerms = 8

/** Returns the words of a query, folded. */
export const termsOf = (wd: string | undefined): string[] => [...new Set(foldWords(wd ?? ""))].slice(0, maxTerms)

const bounds = (min: number | undefined, max: number | undefined): Bounds | undefined =>
  min === undefined && max === undefined ? undefined : { min, max }

/** Returns the extensions of a format group, or the single extension given. */
const extensionsOf = (ext: string | undefined): readonly string[] | undefined => {
  if (!ext) return undefined
  if (Object.hasOwn(kinds, ext)) return kinds[ext as FormatGroup].ext
  return [ext.toLowerCase()]
}

const kindOf = (type: number | undefined): EntryKind | undefined =>
  type === undefined || type === SearchType.all ? undefined : type === SearchType.article ? 1 : 0

const createdOf = ({ created_at, duration }: SearchFilters, now: Date): SearchFilter["created"] => {
  const { from, to } = rangeOf(created_at)
  const since = duration && new Date(now.getTime() - durationDays[duration] * dayMs)
  const first = from && since ? new Date(Math.max(from.getTime(), since.getTime())) : (from ?? since)
  return first || to ? { from: first, to } : undefined
}

/** Builds the query for one page of `size` results. Pages after `maxPages` return no results. */
export const queryOf = (filters: SearchFilters, { now, size, maxPages }: { now: Date; size: number; maxPages: number }): SearchQuery => {
  const sort = sorts.find((one) => one === (filters.sort || filters.order || "").trim().split(/\s+/)[0])
  const page = Math.min(Math.max(filters.page ?? 1, 1), 1_000_000)
  return {
    terms: termsOf(filters.wd),
    filter: {
      kind: kindOf(filters.type),
      ext: extensionsOf(filters.ext),
      categories: filters.category_id,
      users: filters.user_id,
      languages: filters.language,
      fee: filters.fee_type,
      price: bounds(filters.price_min, filters.price_max),
      length: bounds(filters.pages_min, filters.pages_max),
      created: createdOf(filters, now),
    },
    sort: sort ?? ("default" satisfies Sort),
    offset: (page - 1) * size,
    limit: page > maxPages ? 0 : size,
    now,
  }
}
