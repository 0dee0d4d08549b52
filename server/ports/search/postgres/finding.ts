import type { Pool } from "pg"
import { headLines } from "../analysis"
import { noFacets } from "../facets"
import { maxMatches, type SearchResult, type EntryKind, type SearchQuery } from "../search.port"
import { columnsOf, countsSql, readCounts, type CountsRow } from "./counting"
import { prepared, type Statement } from "./prepared"
import { activeDimensions, conditionsOf, dimensions, holds, values, type SqlDimension, type SqlValues } from "./matching"

/** Returns SQL that scores how well an entry's title and keywords match. */
const relevance = ({ terms, words = [] }: SearchQuery, into: SqlValues): string => {
  const { add } = into
  const phrase = terms.join("")
  const share = (weight: number, column: "title" | "keywords") =>
    terms.map((term) => `${weight / terms.length} * (${holds(term, into, column)})::int`).join(" + ")
  const parts = [
    `6 * (title = ${add(phrase)})::int`,
    `2 * starts_with(title, ${add(phrase)})::int`,
    share(4, "title"),
    share(2, "keywords"),
    "0.3 * score",
  ]
  if (terms.length > 1) parts.push(`3 * (${holds(phrase, into, "title")})::int`)
  // Compare word by word: a set operation per row would take ten times as long.
  if (words.length)
    parts.push(`2.0 / ${words.length} * (${[...new Set(words)].map((word) => `(${add(word)} = any(words))::int`).join(" + ")})`)
  return parts.join(" + ")
}

const orders: Record<SearchQuery["sort"], string> = {
  default: "relevance",
  latest: "created_at",
  pages: "length",
  size: "size",
  score: "rating",
  view_count: "views",
  download_count: "downloads",
  favorite_count: "favorites",
}

/**
 * Selects the best matches by static score, one more than the limit `maxMatches`. Settled rows are stored in that order, tier by tier, so
 * reading stops at the limit. Rows that have changed since are excluded with `exists (…) is false`, a value and not a condition: the
 * planner would turn a condition into a join and compare every row with every change.
 */
const matches = (
  query: SearchQuery,
  without: SqlDimension | null,
  columns: readonly string[],
  tiers: readonly string[],
  into: SqlValues,
): string => {
  const conditions = conditionsOf(query, without, into)
  const list = ["kind", "id", "score", ...columns].join(", ")
  const limit = maxMatches + 1
  const settled = tiers.map((tier) => `select rank, ${list} from search.settled where ${tier}${conditions}`).join(" union all ")
  return `select * from (
      (select * from (${settled}) s where exists (select from search.gone g where g.kind = s.kind and g.id = s.id) is false limit ${limit})
      union all
      (select null, ${list} from search.fresh where ${conditions} order by score desc limit ${limit})
    ) u order by score desc, kind, id limit ${limit}`
}

/** Selects the first page of a hit `h` that contains most of the terms; 0 if only title, keywords or description contain them. */
const pageSql = ({ terms }: SearchQuery, { add }: SqlValues): string => {
  const has = terms.map((term) => `strpos(line collate "C", ${add(term)}) > 0`)
  return `(select greatest(place - ${headLines}, 0)
    from unnest(string_to_array(coalesce(
      (select text from search.fresh f where f.kind = h.kind and f.id = h.id),
      (select text from search.settled s where s.kind = h.kind and s.id = h.id)), e'\\n')) with ordinality u(line, place)
    where ${has.join(" or ")}
    order by ${has.map((one) => `(${one})::int`).join(" + ")} desc, place <= ${headLines}, place limit 1)`
}

/** Number of best matches whose texts are compared as well: terms that are adjacent in the text score higher. */
const compared = 200

/** Selects the hits of a page, in order. Rows of `m` are sorted by score. */
const hitsSql = (query: SearchQuery, into: SqlValues): string => {
  const { terms, sort, offset, limit } = query
  const { add } = into
  const first = `(select * from m limit ${maxMatches}) b`
  const page = `offset ${add(offset)} limit ${add(limit)}`
  const ordered =
    sort === "default" && terms.length > 1
      ? `select kind, id from (select *, row_number() over (order by relevance desc, score desc, kind, id) as n from ${first}) r
         order by n > ${compared}, case when n <= ${compared} then relevance + 1.5 * (${holds(terms.join(""), into)})::int end desc nulls last, n ${page}`
      : `select kind, id from ${first} order by ${orders[sort]} desc, score desc, kind, id ${page}`
  return `(select jsonb_agg(jsonb_build_array(kind, id, ${pageSql(query, into)})) from (${ordered}) h) as hits`
}

type Hits = [EntryKind, number, number | null][] | null
type Answer = CountsRow & { hits: Hits }

/** Selects the matches with the hits of a page and the counts of these facets. */
const mainStatement = (query: SearchQuery, facetNames: readonly SqlDimension[], tiers: readonly string[]): Statement => {
  const into = values()
  const { sort, terms } = query
  const ranked = sort === "default" ? [`${relevance(query, into)} as relevance`, ...(terms.length > 1 ? ["text"] : [])] : [orders[sort]]
  const columns = new Set([...facetNames.flatMap((name) => columnsOf[name]), ...ranked])
  const from = matches(query, null, [...columns], tiers, into)
  return {
    text: `with m as materialized (${from}) select ${hitsSql(query, into)}, ${countsSql(facetNames, query.now, into)}`,
    values: into.list,
  }
}

/** Selects the counts of one facet without its own condition. */
const facetStatement = (query: SearchQuery, name: SqlDimension, tiers: readonly string[]): Statement => {
  const into = values()
  const from = matches(query, name, columnsOf[name], tiers, into)
  return { text: `with m as materialized (${from}) select ${countsSql([name], query.now, into)}`, values: into.list }
}

/** Estimates the total number of matches by extrapolating from the settled rows read up to the last match. */
const estimate = (seen: number, last: number, settled: number): number =>
  last ? Math.max(seen, Math.round((seen / last) * settled)) : seen

/** Time spans in which the newest matches are searched, in days. */
const recent = [8, 32, 190, 380]
const dayMs = 86_400_000

/** Finds the newest matches when there are more than `maxMatches`, by searching shorter time spans, which contain fewer. */
const newest = async (pool: Pool, query: SearchQuery, tiers: readonly string[]): Promise<Hits> => {
  for (const days of recent) {
    const from = new Date(Math.max(query.now.getTime() - days * dayMs, query.filter.created?.from?.getTime() ?? 0))
    const narrow = { ...query, filter: { ...query.filter, created: { ...query.filter.created, from } } }
    const { rows } = await pool.query<Answer>(prepared(mainStatement(narrow, [], tiers)))
    const { hits, totals } = rows[0]!
    const [seen = 0] = totals
    if (seen >= query.offset + query.limit && seen <= maxMatches) return hits
    if (seen > maxMatches) return null
  }
  return null
}

/** Layout of the settled table: the conditions of each tier that has its own index, and the number of rows. */
export type Layout = { tiers: readonly string[]; settled: number }

export const find = async (pool: Pool, query: SearchQuery, { tiers, settled }: Layout): Promise<SearchResult> => {
  const active = activeDimensions(query.filter)
  const free = dimensions.filter((name) => !active.includes(name))
  const [main, ...others] = await Promise.all([
    pool.query<Answer>(prepared(mainStatement(query, free, tiers))),
    ...active.map((name) => pool.query<CountsRow>(prepared(facetStatement(query, name, tiers)))),
  ])
  const facets = noFacets()
  const { seen, last } = readCounts(main.rows[0]!, free, facets)
  active.forEach((name, at) => readCounts(others[at]!.rows[0]!, [name], facets))
  const approximate = seen > maxMatches
  const hits = (approximate && query.sort === "latest" ? await newest(pool, query, tiers) : null) ?? main.rows[0]!.hits ?? []
  return {
    total: approximate ? estimate(seen, last, settled) : seen,
    approximate,
    omission: "",
    hits: hits.map(([kind, id, page]) => ({ kind, id, page: page ?? 0 })),
    facets,
  }
}
