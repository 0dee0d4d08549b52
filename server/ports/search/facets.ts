import {
  durationDays,
  lengths,
  type Bounds,
  type Facets,
  type Facts,
  type Fee,
  type SearchFilter,
  type SearchResult,
  type EntryKind,
} from "./search.port"

type Counted = Omit<Facts, "title" | "keywords" | "description"> & { kind: EntryKind }

const dayMs = 86_400_000
const within = (value: number, { min, max }: Bounds) => (min === undefined || value >= min) && (max === undefined || value <= max)
const oneOf = <T>(values: readonly T[] | undefined, value: T) => !values?.length || values.includes(value)
const feesOf = ({ price, is_vip }: Counted): Fee[] => [price > 0 ? "charge" : "free", ...(is_vip ? (["vip"] as const) : [])]

/** Filter conditions by facet. The conditions that belong to no facet come first. */
const dimensions = {
  none: (one: Counted, { kind, users, price }: SearchFilter) =>
    (kind === undefined || one.kind === kind) && oneOf(users, one.user_id) && (!price || within(one.price, price)),
  ext: (one: Counted, { ext }: SearchFilter) => oneOf(ext, one.ext),
  categories: (one: Counted, { categories }: SearchFilter) => !categories?.length || one.categories.some((id) => categories.includes(id)),
  languages: (one: Counted, { languages }: SearchFilter) => oneOf(languages, one.language),
  fees: (one: Counted, { fee }: SearchFilter) => !fee || (one.kind === 0 && feesOf(one).includes(fee)),
  lengths: (one: Counted, { length }: SearchFilter) => !length || (one.kind === 0 && within(one.length, length)),
  durations: ({ created_at }: Counted, { created }: SearchFilter) =>
    (!created?.from || created_at >= created.from) && (!created?.to || created_at <= created.to),
}
type Dimension = keyof typeof dimensions
const names = Object.keys(dimensions) as Dimension[]

/** Checks whether an entry meets all conditions except those of the facet `without`. */
export const fits = (one: Counted, filter: SearchFilter, without?: Dimension): boolean =>
  names.every((name) => name === without || dimensions[name](one, filter))

const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

export const noFacets = (): Facets => ({
  ext: new Map(),
  categories: new Map(),
  languages: new Map(),
  fees: new Map(),
  lengths: new Map(),
  durations: new Map(),
})
export const nothingFound = (): SearchResult => ({ total: 0, approximate: false, sampled: 0, omission: "", hits: [], facets: noFacets() })

/** Counts each facet over the entries that meet the other conditions. */
export const facetsOf = (rows: readonly Counted[], filter: SearchFilter, now: Date): Facets => {
  const facets = noFacets()
  for (const one of rows) {
    if (one.ext && fits(one, filter, "ext")) add(facets.ext, one.ext)
    if (fits(one, filter, "categories")) for (const id of one.categories) add(facets.categories, id)
    if (one.language && fits(one, filter, "languages")) add(facets.languages, one.language)
    if (one.kind === 0 && fits(one, filter, "fees")) for (const fee of feesOf(one)) add(facets.fees, fee)
    if (one.kind === 0 && fits(one, filter, "lengths")) {
      const at = lengths.findIndex(({ min, max }) => one.length >= min && (max === 0 || one.length <= max))
      if (at >= 0) add(facets.lengths, at)
    }
    if (fits(one, filter, "durations"))
      for (const [name, days] of Object.entries(durationDays))
        if (now.getTime() - one.created_at.getTime() <= days * dayMs) add(facets.durations, name)
  }
  return facets
}
