import { EngineRefusal, type EngineField, type Indexed } from "./engine-documents"
import { innerHitsOf, inOrder, scoreOf } from "./engine-query"

type Clause = { [name: string]: unknown }
type Body = Partial<{
  query: Clause
  post_filter: Clause
  aggs: Record<string, Clause>
  sort: Record<string, string>[]
  search_after: number[]
  rescore: { window_size: number; query: { rescore_query: Clause; query_weight: number; rescore_query_weight: number; score_mode: string } }
  suggest: Record<string, { text: string; term: { field: string; size: number; suggest_mode: string } }>
  from: number
  size: number
  track_total_hits: boolean
  _source: boolean | string[]
  docvalue_fields: string[]
  timeout: string
}>
const validKeys =
  "query post_filter aggs sort search_after rescore suggest from size track_total_hits _source docvalue_fields timeout".split(" ")
const maxWindow = 10_000
/** A limit that every shard reports for itself. */
const tooLarge = (reason: string) =>
  new EngineRefusal("search_phase_execution_exception", "all shards failed", 400, { type: "illegal_argument_exception", reason })

const holds = (query: Clause | undefined, one: Indexed) => !query || scoreOf(query, one, false) !== null

type Bucket = { key: string | number; doc_count: number }
const bucketsOf = (agg: Clause, rows: Indexed[], fields: Record<string, EngineField>): Bucket[] | Record<string, { doc_count: number }> => {
  const { terms, filters, range } = agg as {
    terms?: { field: string; size: number }
    filters?: { filters: Record<string, Clause> }
    range?: { field: string; ranges: { key: string; from: number; to?: number }[] }
  }
  const field = terms?.field ?? range?.field
  if (field && (fields[field]?.doc_values === false || fields[field]?.type === "text"))
    throw new EngineRefusal("illegal_argument_exception", `[${field}] has no doc values`)
  if (filters)
    return Object.fromEntries(
      Object.entries(filters.filters).map(([key, one]) => [key, { doc_count: rows.filter((row) => holds(one, row)).length }]),
    )
  if (range)
    return range.ranges.map(({ key, from, to = Infinity }) => ({
      key,
      doc_count: rows.filter((row) => (row.values.get(range.field) ?? []).some((value) => Number(value) >= from && Number(value) < to))
        .length,
    }))
  if (!terms) throw new EngineRefusal("parsing_exception", "unknown aggregation")
  const counts = new Map<string | number, number>()
  for (const value of rows.flatMap((row) => [...new Set(row.values.get(terms.field) ?? [])]))
    counts.set(value as string, (counts.get(value as string) ?? 0) + 1)
  return [...counts]
    .map(([key, doc_count]) => ({ key, doc_count }))
    .toSorted((one, other) => other.doc_count - one.doc_count)
    .slice(0, terms.size)
}

const aggregated = (aggs: Record<string, Clause>, rows: Indexed[], fields: Record<string, EngineField>) =>
  Object.fromEntries(
    Object.entries(aggs).map(([name, { filter, aggs: inner }]) => {
      const fitting = rows.filter((row) => holds(filter as Clause, row))
      const values = Object.entries(inner as Record<string, Clause>).map(([one, agg]) => [
        one,
        { buckets: bucketsOf(agg, fitting, fields) },
      ])
      return [name, { doc_count: fitting.length, ...Object.fromEntries(values) }]
    }),
  )

/** Returns the edit distance between two words: replacements, insertions, deletions and swapped neighbours. */
const distance = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let a = 1; a <= one.length; a++) {
    rows.push([a])
    for (let b = 1; b <= other.length; b++) {
      const same = one[a - 1] === other[b - 1] ? 0 : 1
      let least = Math.min(rows[a - 1]![b]! + 1, rows[a]![b - 1]! + 1, rows[a - 1]![b - 1]! + same)
      if (a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1]) least = Math.min(least, rows[a - 2]![b - 2]! + 1)
      rows[a]![b] = least
    }
  }
  return rows[one.length]![other.length]!
}

const suggested = (suggest: NonNullable<Body["suggest"]>, rows: Indexed[]) =>
  Object.fromEntries(
    Object.entries(suggest).map(([name, { text, term }]) => {
      if (term.suggest_mode !== "missing") throw new EngineRefusal("parsing_exception", "only [suggest_mode] missing")
      const words = rows.flatMap((row) => row.values.get(term.field) ?? []).map(String)
      const options = words.includes(text) ? [] : [...new Set(words)].filter((word) => distance(word, text) === 1)
      return [name, [{ text, options: options.slice(0, term.size).map((one) => ({ text: one })) }]]
    }),
  )

type Scored = { row: Indexed; score: number }
const rescored = (rows: Scored[], { window_size, query }: NonNullable<Body["rescore"]>): Scored[] => {
  const best = rows.slice(0, window_size).map(({ row, score }) => {
    const second = scoreOf(query.rescore_query, row, true)
    return { row, score: score * query.query_weight + (second === null ? 0 : second * query.rescore_query_weight) }
  })
  return [...inOrder(best, [{ _score: "desc" }], ({ score }) => score), ...rows.slice(window_size)]
}

/** Handles `POST /index/_search` over the visible documents. */
export const search = (rows: Indexed[], fields: Record<string, EngineField>, body: Body) => {
  const unknown = Object.keys(body).find((name) => !validKeys.includes(name))
  if (unknown) throw new EngineRefusal("parsing_exception", `unknown key [${unknown}]`)
  const { query, post_filter, sort, rescore, search_after, from = 0, size = 10 } = body
  if (from + size > maxWindow) throw tooLarge("Result window is too large")
  if ((rescore?.window_size ?? 0) > maxWindow) throw tooLarge(`Rescore window [${rescore!.window_size}] is too large`)
  if (rescore && sort) throw new EngineRefusal("illegal_argument_exception", "Cannot use [sort] option in conjunction with [rescore].")
  const matches = rows
    .map((row) => ({ row, score: query ? scoreOf(query, row, !sort) : 1 }))
    .filter((one): one is Scored => one.score !== null)
  const hits = matches.filter(({ row }) => holds(post_filter, row))
  const order = sort ?? [{ _score: "desc" }]
  const valueOf = ({ row, score }: Scored, field: string) => (field === "_score" ? score : (row.values.get(field)?.[0] ?? -Infinity))
  const sorted = inOrder(hits, order, valueOf)
  const ordered = (rescore ? rescored(sorted, rescore) : sorted).filter(
    (one) => !search_after || Number(valueOf(one, Object.keys(order[0]!)[0]!)) > search_after[0]!,
  )
  return {
    hits: {
      total: { value: hits.length, relation: "eq" },
      hits: ordered.slice(from, from + size).map((one) => {
        const { row } = one
        const inner = innerHitsOf(query, row)
        return {
          _id: row.id,
          ...(Array.isArray(body._source) && { _source: Object.fromEntries(body._source.map((name) => [name, row.source[name]])) }),
          ...(body.docvalue_fields && { fields: Object.fromEntries(body.docvalue_fields.map((name) => [name, row.values.get(name)])) }),
          ...(sort && { sort: order.map((by) => valueOf(one, Object.keys(by)[0]!)) }),
          ...(Object.keys(inner).length > 0 && { inner_hits: inner }),
        }
      }),
    },
    ...(body.aggs && {
      aggregations: aggregated(
        body.aggs,
        matches.map(({ row }) => row),
        fields,
      ),
    }),
    ...(body.suggest && { suggest: suggested(body.suggest, rows) }),
  }
}
