/** 0 document, 1 article. */
export type Kind = 0 | 1
export type EntryKey = { kind: Kind; id: number }

/** What filters, facets and orders are made from. */
export type Facts = {
  title: string
  keywords: string
  description: string
  /** with its dot; "" for articles */
  ext: string
  language: string
  price: number
  is_vip: boolean
  /** pages of the file */
  length: number
  /** bytes */
  size: number
  /** 100 to 500 */
  rating: number
  views: number
  downloads: number
  favorites: number
  recommended: boolean
  categories: number[]
  user_id: number
  created_at: Date
}

/** A document or article that everybody may see. `pages` are the texts that everybody may read, page 1 first; an article has one. */
export type Entry = EntryKey & Facts & { pages: string[] }

/** Conditions, all of which hold; of several values any will do. Bounds are included. */
export type Filter = {
  kind?: Kind
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

/** `terms` are folded texts, each of which stands on a page of what is found, or in its title, keywords or description; one of a single character in title or keywords. */
export type Query = {
  terms: readonly string[]
  /** one of the terms is enough */
  any?: boolean
  /** words of the query: titles that have them come first */
  words?: readonly string[]
  filter: Filter
  sort: Sort
  offset: number
  limit: number
  now: Date
}

/** `page` = the first page with a term, 0 where title, keywords or description have it. */
export type Hit = EntryKey & { page: number }

/** Counts, each made without its own condition. */
export type Facets = {
  ext: Map<string, number>
  categories: Map<number, number>
  languages: Map<string, number>
  fees: Map<Fee, number>
  /** by index in `lengths` */
  lengths: Map<number, number>
  /** by name of the duration */
  durations: Map<string, number>
}

/** Documents by length, from and to; 0 = no end. */
export const lengths = [
  { min: 1, max: 10 },
  { min: 11, max: 50 },
  { min: 51, max: 100 },
  { min: 101, max: 0 },
] as const

/** How far back a search looks, in days. */
export const durationDays = { day: 1, week: 7, month: 31, three_month: 92, half_year: 183, year: 365 } as const

/** So many matches are looked at, the best by what is known of them without the query; beyond it figures are estimates. */
export const maxMatches = 2_000

/** `approximate`: there are more than `maxMatches`. */
export type Found = { total: number; approximate: boolean; hits: Hit[]; facets: Facets }

/** A title that fits what somebody types. */
export type Suggested = EntryKey & { title: string }
export type SuggestQuery = { text: string; kind?: Kind; limit: number }

/** What is known of an entry without its text; changes by itself. */
export type Counters = EntryKey & Pick<Facts, "recommended" | "downloads" | "views" | "favorites" | "rating" | "created_at">

/** `entries` are found, `settled` of them are in their final order; `changed` wait for that. `outdated`: settling makes questions faster, after a change of the layout. */
export type IndexState = { entries: number; settled: number; changed: number; settled_at: Date | null; outdated: boolean }

/** The index cannot be asked at the moment; `status` is that of the engine's answer, 0 where there was none. */
export class SearchUnavailable extends Error {
  readonly status: number = 0
}

/** The index of documents and articles. What may be seen is decided by whoever writes it. */
export type SearchPort = {
  /** what the index is kept by, as staff read it */
  readonly engine: string
  /** Writes entries over what stands there; they are found once the promise resolves. */
  put(entries: readonly Entry[]): Promise<void>
  remove(keys: readonly EntryKey[]): Promise<void>
  find(query: Query): Promise<Found>
  /** Titles that hold the letters, or sound like them: those that begin with them first, best first. */
  suggest(query: SuggestQuery): Promise<Suggested[]>
  /** The word of the index that differs from this Latin word by one letter, the most frequent one; null where there is none, or the word itself is known. */
  correct(word: string): Promise<string | null>
  /** The words of a text, folded, of two characters and more. */
  cut(text: string): Promise<string[]>
  /** Everything anew. What is put or removed meanwhile stays as it is then. */
  rebuild(entries: AsyncIterable<readonly Entry[]>): Promise<void>
  /** Brings what has changed into the order of the rest. `counters` says what is known by now. */
  settle(counters?: AsyncIterable<readonly Counters[]>): Promise<void>
  /** Those of the keys that are there. */
  known(kind: Kind, from: number, to: number): Promise<number[]>
  state(): Promise<IndexState>
  close(): Promise<void>
}
