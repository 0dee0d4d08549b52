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

/** `terms` are folded texts, each of which stands somewhere in what is found; one of a single character in title or keywords. */
export type Query = { terms: readonly string[]; filter: Filter; sort: Sort; offset: number; limit: number; now: Date }

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
