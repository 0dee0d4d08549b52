import type { Pool } from "pg"
import { headLines } from "../analysis"
import { noFacets } from "../facets"
import { maxHits, maxRanked, type SearchResult, type EntryKind, type SearchQuery } from "../search.port"
import { columnsOf, countsSql, readCounts, type CountsRow } from "./counting"
import { prepared, type Statement } from "./prepared"
import { activeDimensions, conditionsOf, dimensions, holds, values, type MatchScope, type SqlDimension, type SqlValues } from "./matching"

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

/** The source of a statement: where the terms are, how many matches at most, and which columns. */
type Reading = { scope: MatchScope; limit: number; columns: readonly string[]; tiers: readonly string[] }

/**
 * Selects the best matches by static score. Settled rows are stored in that order, tier by tier, so reading stops at the limit. Rows that
 * have changed since are excluded with `exists (…) is false`, a value and not a condition: the planner would turn a condition into a join
 * and compare every row with every change.
 */
const matches = (query: SearchQuery, without: SqlDimension | null, { scope, limit, columns, tiers }: Reading, into: SqlValues): string => {
  const conditions = conditionsOf(query, without, scope, into)
  const list = ["kind", "id", "score", ...columns].join(", ")
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

const textColumn = ({ terms }: SearchQuery): string[] => (terms.length > 1 ? ["text"] : [])

/**
 * Columns of all matches in the default order. `in_title`: the title contains all terms; if titles are read on their own, their relevance is
 * calculated there. Of several terms, the texts are compared as well.
 */
const rankColumns = (query: SearchQuery, { hasTitles }: Layout, into: SqlValues): string[] => {
  const inTitle = query.terms.map((term) => holds(term, into, "title")).join(" and ")
  const score = relevance(query, into)
  return [
    `(${inTitle}) as in_title`,
    `${hasTitles ? `case when ${inTitle} then 0 else ${score} end` : score} as relevance`,
    ...textColumn(query),
  ]
}

/**
 * Selects the matches by title rank and static score: titles that equal the query, titles with all terms, then the others. Titles have
 * tokens of their own, so they are complete however many texts match.
 */
const candidatesSql = (query: SearchQuery, { tiers, hasTitles }: Layout, into: SqlValues): string => {
  const list = ["kind", "id", "score", "relevance", ...textColumn(query)].join(", ")
  if (!hasTitles) return `select ${list}, in_title::int as place from m order by in_title desc, score desc, kind, id`
  const columns = [`${relevance(query, into)} as relevance`, ...textColumn(query)]
  const titles = (["equal", "title"] as const).map((scope, at) => {
    const from = matches(query, null, { scope, limit: readLimit(query), columns, tiers }, into)
    return `(select ${list}, ${2 - at} as place from (${from}) t)`
  })
  return `${titles.join(" union all ")} union all (select ${list}, 0 from m where not in_title)`
}

/**
 * Orders other than the default one sort the matches that are ranked, and then the others, so that pages on both sides fit together. The
 * newest are searched by `newest`.
 */
const sortedSql = (sort: Exclude<SearchQuery["sort"], "default">): string =>
  `select kind, id from (select *, row_number() over () as n from m limit ${maxHits}) b
   order by ${sort === "latest" ? "" : `n > ${maxRanked}, `}${orders[sort]} desc, score desc, kind, id`

const hitsOf = (query: SearchQuery, ordered: string, into: SqlValues): string =>
  `(select jsonb_agg(jsonb_build_array(kind, id, ${pageSql(query, into)})) from (${ordered}) h) as hits`

/** Selects the hits of a page, in order. Rows of `m` are sorted by score, those of `c` by title rank and score. */
const hitsSql = (query: SearchQuery, into: SqlValues): string => {
  const { terms, sort, offset, limit } = query
  const { add } = into
  const page = `offset ${add(offset)} limit ${add(Math.max(0, Math.min(limit, maxHits - offset)))}`
  if (sort !== "default") return hitsOf(query, `${sortedSql(sort)} ${page}`, into)
  // Without the matches beyond `maxRanked`, which are read for few pages, numbering the rows would only cost time.
  const isShort = readLimit(query) === maxRanked
  const ranked = `select *${isShort ? "" : ", row_number() over () as n"} from c limit ${readLimit(query)}`
  const relevant = isShort
    ? "place desc, relevance desc, score desc, kind, id"
    : `n > ${maxRanked}, place desc, case when n <= ${maxRanked} then relevance end desc nulls last, n`
  const near = `select *, row_number() over (order by ${relevant}) as near from (${ranked}) r`
  const ordered =
    terms.length > 1
      ? `select kind, id from (${near}) r order by near > ${compared}, place desc,
           case when near <= ${compared} then relevance + 1.5 * (${holds(terms.join(""), into)})::int end desc nulls last, near ${page}`
      : `select kind, id from (${ranked}) r order by ${relevant} ${page}`
  return hitsOf(query, ordered, into)
}

type Hits = [EntryKind, number, number | null][] | null
type Answer = CountsRow & { hits: Hits }

/** How many matches a query reads: those that are ranked, or all that can be paged to if it asks for more. */
const readLimit = ({ offset, limit }: SearchQuery): number => (offset + limit <= maxRanked ? maxRanked : maxHits)

/** Selects the matches with the hits of a page and the counts of these facets. */
const mainStatement = (query: SearchQuery, facetNames: readonly SqlDimension[], layout: Layout): Statement => {
  const into = values()
  const { sort } = query
  const ranked = sort === "default" ? rankColumns(query, layout, into) : [orders[sort]]
  const columns = [...new Set([...facetNames.flatMap((name) => columnsOf[name]), ...ranked])]
  const from = matches(query, null, { scope: "all", limit: readLimit(query) + 1, columns, tiers: layout.tiers }, into)
  const candidates = sort === "default" ? `, c as (${candidatesSql(query, layout, into)})` : ""
  return {
    text: `with m as materialized (${from})${candidates} select ${hitsSql(query, into)}, ${countsSql(facetNames, query.now, into)}`,
    values: into.list,
  }
}

/** Selects the counts of one facet without its own condition. */
const facetStatement = (query: SearchQuery, name: SqlDimension, { tiers }: Layout): Statement => {
  const into = values()
  const from = matches(query, name, { scope: "all", limit: readLimit(query) + 1, columns: columnsOf[name], tiers }, into)
  return { text: `with m as materialized (${from}) select ${countsSql([name], query.now, into)}`, values: into.list }
}

/** Estimates the total number of matches by extrapolating from the settled rows read up to the last match. */
const estimate = (seen: number, last: number, settled: number): number =>
  last ? Math.max(seen, Math.round((seen / last) * settled)) : seen

/** Time spans in which the newest matches are searched, in days. */
const recent = [8, 32, 190, 380]
const dayMs = 86_400_000

/** Finds the newest matches when there are more than are read, by searching shorter time spans, which contain fewer. */
const newest = async (pool: Pool, query: SearchQuery, layout: Layout): Promise<Hits> => {
  for (const days of recent) {
    const from = new Date(Math.max(query.now.getTime() - days * dayMs, query.filter.created?.from?.getTime() ?? 0))
    const narrow = { ...query, filter: { ...query.filter, created: { ...query.filter.created, from } } }
    const { rows } = await pool.query<Answer>(prepared(mainStatement(narrow, [], layout)))
    const { hits, totals } = rows[0]!
    const [seen = 0] = totals
    if (seen >= query.offset + query.limit && seen <= readLimit(query)) return hits
    if (seen > readLimit(query)) return null
  }
  return null
}

/**
 * Layout of the settled table: the conditions of each tier that has its own index, and the number of rows. `hasTitles`: its rows have tokens
 * of titles.
 */
export type Layout = { tiers: readonly string[]; settled: number; hasTitles: boolean }

export const find = async (pool: Pool, query: SearchQuery, layout: Layout): Promise<SearchResult> => {
  const active = activeDimensions(query.filter)
  const free = dimensions.filter((name) => !active.includes(name))
  const [main, ...others] = await Promise.all([
    pool.query<Answer>(prepared(mainStatement(query, free, layout))),
    ...active.map((name) => pool.query<CountsRow>(prepared(facetStatement(query, name, layout)))),
  ])
  const facets = noFacets()
  const { seen, last } = readCounts(main.rows[0]!, free, facets)
  active.forEach((name, at) => readCounts(others[at]!.rows[0]!, [name], facets))
  const approximate = seen > readLimit(query)
  const isSortPartial = query.sort !== "default" && seen > maxRanked
  const hits = (approximate && query.sort === "latest" ? await newest(pool, query, layout) : null) ?? main.rows[0]!.hits ?? []
  return {
    total: approximate ? estimate(seen, last, layout.settled) : seen,
    approximate,
    sampled: isSortPartial ? maxRanked : approximate ? readLimit(query) : 0,
    omission: "",
    hits: hits.map(([kind, id, page]) => ({ kind, id, page: page ?? 0 })),
    facets,
  }
}
