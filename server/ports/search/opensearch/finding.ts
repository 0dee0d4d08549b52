import {
  durationDays,
  lengths,
  maxHits,
  maxRanked,
  type EntryKey,
  type Facets,
  type Fee,
  type SearchResult,
  type SearchHit,
  type SearchQuery,
} from "../search.port"
import { idOf, keyOf, headPosition } from "./documents"
import type { OpenSearchEngine } from "./engine"
import type { OpenSearchJson } from "./json"
import { all, some, byTitle, facetConditions, fees, isDocument, lineHas, matching, plainConditions, relevance, worth } from "./matching"
import type { FacetDimension } from "./matching"

const dayMs = 86_400_000

const orders: Record<Exclude<SearchQuery["sort"], "default">, string> = {
  latest: "created_at",
  pages: "length",
  size: "size",
  score: "rating",
  view_count: "views",
  download_count: "downloads",
  favorite_count: "favorites",
}

/** Maximum number of values per facet, enough for every node of a category tree. */
const maxValues = 10_000
const valuesOf = (field: string): OpenSearchJson => ({ terms: { field, size: maxValues } })

const counts = (now: Date): Record<FacetDimension, { filter?: OpenSearchJson; values: OpenSearchJson }> => ({
  ext: { values: valuesOf("ext") },
  categories: { values: valuesOf("categories") },
  languages: { values: valuesOf("language") },
  fees: { values: { filters: { filters: fees } } },
  lengths: {
    filter: isDocument,
    values: {
      range: { field: "length", ranges: lengths.map(({ min, max }, at) => ({ key: String(at), from: min, ...(max && { to: max + 1 }) })) },
    },
  },
  durations: {
    values: {
      filters: {
        filters: Object.fromEntries(
          Object.entries(durationDays).map(([name, days]) => [name, { range: { created_at: { gte: now.getTime() - days * dayMs } } }]),
        ),
      },
    },
  },
})

/** Counts each facet over the entries that meet the conditions of the other facets. */
const aggregations = (query: SearchQuery, conditions: Partial<Record<FacetDimension, OpenSearchJson>>): OpenSearchJson =>
  Object.fromEntries(
    Object.entries(counts(query.now)).map(([name, { filter, values }]) => {
      const others = Object.entries(conditions).flatMap(([other, condition]) => (other === name ? [] : [condition]))
      return [name, { filter: all([...others, ...(filter ? [filter] : [])]), aggs: { values } }]
    }),
  )

type Bucket = { key: string | number; doc_count: number }
type Buckets = { values: { buckets: Bucket[] | Record<string, { doc_count: number }> } }
type FoundHit = { _id: string; inner_hits?: { place: { hits: { hits: { fields: Record<string, number[]> }[] } } } }
type Answer = Shards & { hits: { total: { value: number }; hits: FoundHit[] }; aggregations: Record<FacetDimension, Buckets> }

/** The part of an answer that says whether the whole index was searched. */
type Shards = { timed_out: boolean; _shards: { total: number; successful: number; failed: number } }
const isPartial = ({ timed_out, _shards }: Shards): boolean => timed_out || _shards.failed > 0 || _shards.successful < _shards.total

const facetsOf = (aggregations: Answer["aggregations"]): Facets => {
  const pairs = <K>(name: FacetDimension, read: (key: string | number) => K): Map<K, number> => {
    const { buckets } = aggregations[name].values
    const list = Array.isArray(buckets) ? buckets : Object.entries(buckets).map(([key, { doc_count }]) => ({ key, doc_count }))
    return new Map(list.filter(({ doc_count }) => doc_count > 0).map(({ key, doc_count }) => [read(key), doc_count]))
  }
  return {
    ext: pairs("ext", String),
    categories: pairs("categories", Number),
    languages: pairs("languages", String),
    fees: pairs("fees", (key) => key as Fee),
    lengths: pairs("lengths", Number),
    durations: pairs("durations", String),
  }
}

/** Adds to each hit the first page that contains most of the terms; 0 if only title, keywords or description contain them. */
const withPages = async (engine: OpenSearchEngine, index: string, keys: EntryKey[], query: SearchQuery): Promise<SearchHit[]> => {
  if (!keys.length) return []
  const inner_hits = {
    name: "place",
    size: 1,
    _source: false,
    docvalue_fields: ["lines.place"],
    sort: [{ _score: "desc" }, { "lines.place": "asc" }],
  }
  const lines = { path: "lines", score_mode: "none", query: some(query.terms.map((text) => worth(1, lineHas(text)))), inner_hits }
  const body = { query: all([{ ids: { values: keys.map(idOf) } }, { nested: lines }]), size: keys.length, _source: false }
  const { data } = await engine<Answer>("POST", `/${index}/_search`, { body })
  const places = new Map(data.hits.hits.map((hit) => [hit._id, hit.inner_hits?.place.hits.hits[0]?.fields["lines.place"]?.[0] ?? 0]))
  return keys.map((key) => {
    const position = places.get(idOf(key)) ?? 0
    return { ...key, page: position === headPosition ? 0 : position }
  })
}

/** The part of the deadline after which the engine answers with the matches that it has so far. */
const partial = 0.75

/**
 * By default, titles come first and then the best static scores; the first of these are sorted by relevance. Every other order sorts all
 * matches.
 */
export const find = async (engine: OpenSearchEngine, index: string, query: SearchQuery, seconds: number): Promise<SearchResult> => {
  const conditions = facetConditions(query.filter)
  const matches = all([matching(query), ...plainConditions(query.filter)])
  const size = Math.max(0, Math.min(query.limit, maxHits - query.offset))
  const rescore = {
    window_size: maxRanked,
    query: { rescore_query: relevance(query), query_weight: 0.3, rescore_query_weight: 1, score_mode: "total" },
  }
  const ordered =
    query.sort === "default"
      ? { query: byTitle(matches, query.terms), ...(size && { rescore }) }
      : { query: matches, sort: [{ [orders[query.sort]]: "desc" }, { score: "desc" }, { kind: "asc" }, { id: "asc" }] }
  const body = {
    ...ordered,
    post_filter: all(Object.values(conditions)),
    aggs: aggregations(query, conditions),
    from: size ? query.offset : 0,
    size,
    track_total_hits: true,
    _source: false,
    timeout: `${seconds * partial * 1_000}ms`,
  }
  const { data } = await engine<Answer>("POST", `/${index}/_search`, { body })
  const { total, hits } = data.hits
  return {
    total: total.value,
    approximate: false,
    sampled: 0,
    omission: isPartial(data) ? "shards" : "",
    hits: await withPages(
      engine,
      index,
      hits.map((hit) => keyOf(hit._id)),
      query,
    ),
    facets: facetsOf(data.aggregations),
  }
}
