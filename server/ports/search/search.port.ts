/** 0 is a document, 1 an article. */
export type EntryKind = 0 | 1
export type EntryKey = { kind: EntryKind; id: number }

/** Fields used by filters, facets and sort orders. */
export type Facts = {
  title: string
  keywords: string
  description: string
  /** With a leading dot; "" for articles. */
  ext: string
  language: string
  price: number
  is_vip: boolean
  /** Number of pages. */
  length: number
  /** In bytes. */
  size: number
  /** From 100 to 500. */
  rating: number
  views: number
  downloads: number
  favorites: number
  recommended: boolean
  categories: number[]
  user_id: number
  created_at: Date
}

/** A public document or article. `pages` are the publicly readable texts, page 1 first; an article has one. */
export type SearchEntry = EntryKey & Facts & { pages: string[] }

/** Conditions that must all be met. Multiple values of one condition are alternatives. Bounds are inclusive. */
export type SearchFilter = {
  kind?: EntryKind
  ext?: readonly string[]
  categories?: readonly number[]
  users?: readonly number[]
  languages?: readonly string[]
  fee?: Fee
  price?: Bounds
  length?: Bounds
  created?: { from?: Date; to?: Date }
}
export type Fee = "free" | "charge" | "vip"
export type Bounds = { min?: number; max?: number }

export const sorts = ["default", "latest", "pages", "size", "score", "view_count", "download_count", "favorite_count"] as const
export type Sort = (typeof sorts)[number]

/**
 * `terms` are folded texts. A match contains each of them on a page, or in its title, keywords or description; a single character must be
 * in title or keywords. By default, a title that equals the query comes first, then titles with all terms, then the other matches.
 */
export type SearchQuery = {
  terms: readonly string[]
  /** One matching term is enough. */
  any?: boolean
  /** Words of the query. Titles that contain them come first. */
  words?: readonly string[]
  filter: SearchFilter
  sort: Sort
  offset: number
  limit: number
  now: Date
}

/** `page` is the first page with a term; 0 if title, keywords or description contain it. */
export type SearchHit = EntryKey & { page: number }

/** Facet counts, each without the facet's own condition. */
export type Facets = {
  ext: Map<string, number>
  categories: Map<number, number>
  languages: Map<string, number>
  fees: Map<Fee, number>
  /** By index in `lengths`. */
  lengths: Map<number, number>
  /** By name of the duration. */
  durations: Map<string, number>
}

/** Document lengths, from and to; 0 means no upper bound. */
export const lengths = [
  { min: 1, max: 10 },
  { min: 11, max: 50 },
  { min: 51, max: 100 },
  { min: 101, max: 0 },
] as const

/** Maximum age of matches, in days. */
export const durationDays = { day: 1, week: 7, month: 31, three_month: 92, half_year: 183, year: 365 } as const

/** How many hits of a query can be paged to. */
export const maxHits = 10_000
/**
 * How many matches are ranked by relevance: titles first (`titleRank`), then best static score. The others follow in that order. An engine
 * may count facets over this many matches only.
 */
export const maxRanked = 2_000

/**
 * The omission of a result: "building" = the index is not filled yet; "shards" = part of the engine did not answer in time; "" = nothing.
 */
export type Omission = "" | "building" | "shards"

/**
 * `approximate`: the total is an estimate. `sampled`: facets were counted over this many matches with the best static scores, and every
 * order but the default one sorts only these; 0 = over all matches.
 */
export type SearchResult = {
  total: number
  approximate: boolean
  sampled: number
  omission: Omission
  hits: SearchHit[]
  facets: Facets
}

/** A title that matches the typed text. */
export type Suggested = EntryKey & { title: string }
export type SuggestQuery = { text: string; kind?: EntryKind; limit: number }

/** Values of an entry other than its text, which change on their own. */
export type Counters = EntryKey & Pick<Facts, "recommended" | "downloads" | "views" | "favorites" | "rating" | "created_at">

/**
 * `entries` are searchable; `settled` of them are in their final order; `changed` wait to be settled. `outdated`: the layout has changed,
 * and settling would make queries faster.
 */
export type IndexState = { entries: number; settled: number; changed: number; settled_at: Date | null; outdated: boolean }

/**
 * `complete`: every public entry has been written once; `obsolete`: an earlier version of the site built the index, so it must be rebuilt;
 * `trouble`: the engine refuses changes (`read_only`, for example because its disk is full), or part of the index is missing.
 */
export type IndexCondition = { complete: boolean; obsolete: boolean; trouble: IndexTrouble | null }
export type IndexTrouble = "read_only" | "missing_shards"

/** The index is unavailable. `status` is that of the engine's answer, 0 if there was none. */
export class SearchUnavailable extends Error {
  readonly status: number = 0
  /** Advice to staff, in Chinese; "" if nothing special is known. */
  readonly advice: string = ""
}

/** The index of documents and articles. The caller that writes it decides what is visible. */
export type SearchPort = {
  /** The name of the search engine, for staff. */
  readonly engine: string
  /**
   * Writes entries, replacing existing ones. They are searchable once the promise resolves. Of an entry or key that is given repeatedly, the
   * last one counts.
   */
  put(entries: readonly SearchEntry[]): Promise<void>
  remove(keys: readonly EntryKey[]): Promise<void>
  find(query: SearchQuery): Promise<SearchResult>
  /** Returns titles that contain the letters or sound like them. Titles that begin with them come first, then by score. */
  suggest(query: SuggestQuery): Promise<Suggested[]>
  /**
   * Returns the most frequent word of the index that differs from this Latin word by one letter; null if there is none, or if the index
   * contains the word itself.
   */
  correct(word: string): Promise<string | null>
  /** Returns the folded words of a text that have at least two characters. */
  cut(text: string): Promise<string[]>
  /** Rebuilds the whole index. Entries that are put or removed during the rebuild keep their newer state. */
  rebuild(entries: AsyncIterable<readonly SearchEntry[]>): Promise<void>
  /** Sorts changed entries into the final order. `counters` provides the current values. */
  settle(counters?: AsyncIterable<readonly Counters[]>): Promise<void>
  /** Returns the existing ids in this range. */
  known(kind: EntryKind, from: number, to: number): Promise<number[]>
  state(): Promise<IndexState>
  condition(): Promise<IndexCondition>
  close(): Promise<void>
}
