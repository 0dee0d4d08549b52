import type { Pool } from "pg"
import { headLines } from "../analysis"
import { noFacets } from "../facets"
import { durationDays, lengths, maxMatches, type EntryKey, type Found, type Hit, type Kind, type Query } from "../search.port"
import { activeDimensions, conditionsOf, dimensions, like, values, type Dimension } from "./matching"

type Values = ReturnType<typeof values>

/** How well an entry's title and keywords fit, in SQL. */
const relevance = ({ terms, words = [] }: Query, { add }: Values): string => {
  const phrase = terms.join("")
  const share = (weight: number, column: string) =>
    terms.map((term) => `${weight / terms.length} * (${column} like ${add(like(term))})::int`).join(" + ")
  const parts = [
    `6 * (title = ${add(phrase)})::int`,
    `2 * (title like ${add(like(phrase).slice(1))})::int`,
    share(4, "title"),
    share(2, "keywords"),
    "0.3 * score",
  ]
  if (terms.length > 1) parts.push(`3 * (title like ${add(like(phrase))})::int`, `1.5 * (text like ${add(like(phrase))})::int`)
  if (words.length)
    parts.push(`2.0 / ${words.length} * cardinality(array(select unnest(words) intersect select unnest(${add(words)}::text[])))`)
  return parts.join(" + ")
}

const orders: Record<Query["sort"], string> = {
  default: "relevance",
  latest: "created_at",
  pages: "length",
  size: "size",
  score: "rating",
  view_count: "views",
  download_count: "downloads",
  favorite_count: "favorites",
}

/** Facts of the matches that orders and facets need. */
const facts = "kind, id, score, ext, language, price, is_vip, length, size, rating, views, downloads, favorites, categories, created_at"

/**
 * The best matches by static score, one more than are looked at. Settled rows lie in that order, so that reading stops at the
 * limit; those that have changed since are left out.
 */
const matches = (query: Query, without: Dimension | null, into: Values): string => {
  const conditions = conditionsOf(query, without, into)
  const limit = maxMatches + 1
  const extra = without ? "0" : relevance(query, into)
  return `select *, row_number() over (order by score desc, kind, id) as place from (
      (select rank, ${facts}, ${extra} as relevance from search.settled s where ${conditions}
        and not exists (select from search.gone g where g.kind = s.kind and g.id = s.id) limit ${limit})
      union all
      (select null, ${facts}, ${extra} from search.fresh where ${conditions} order by score desc limit ${limit})
    ) u order by score desc, kind, id limit ${limit}`
}

const pairs = (key: string, from = "m") => `(select coalesce(jsonb_agg(jsonb_build_array(key, n)), '[]')
  from (select ${key} as key, count(*)::int as n from ${from} group by 1) c where key is not null)`

const facetSql = (name: Dimension, now: Date, { add }: Values): string => {
  const moment = () => add(now.toISOString())
  const lengthCase = lengths.map(({ min, max }, at) => `when length >= ${min}${max ? ` and length <= ${max}` : ""} then ${at}`).join(" ")
  const sql: Record<Dimension, () => string> = {
    ext: () => pairs("nullif(ext, '')"),
    categories: () => pairs("category", "(select unnest(categories) as category from m) x"),
    languages: () => pairs("nullif(language, '')"),
    fees: () =>
      pairs(
        "fee",
        "(select case when price > 0 then 'charge' else 'free' end as fee from m where kind = 0 union all select 'vip' from m where kind = 0 and is_vip) x",
      ),
    lengths: () => pairs(`case when kind = 1 then null ${lengthCase} end`),
    durations: () =>
      `(select jsonb_build_array(${Object.entries(durationDays)
        .map(
          ([one, days]) =>
            `jsonb_build_array('${one}', (count(*) filter (where created_at >= ${moment()}::timestamptz - interval '${days} days'))::int)`,
        )
        .join()}) from m)`,
  }
  return sql[name]()
}

type Counts = [string | number, number][]
type Answer = { seen: number; last: number | null; hits: [Kind, number][] | null } & Partial<Record<Dimension, Counts>>

const statement = (query: Query, without: Dimension | null): { text: string; values: unknown[] } => {
  const into = values()
  const from = matches(query, without, into)
  const active = activeDimensions(query.filter)
  const asked = without ? [without] : dimensions.filter((name) => !active.includes(name))
  const counted = asked.map((name) => `${facetSql(name, query.now, into)} as ${name}`)
  const order = orders[query.sort]
  const hits = without
    ? "null"
    : `(select jsonb_agg(jsonb_build_array(kind, id) order by n) from (
        select kind, id, row_number() over (order by ${order} desc, score desc, kind, id) as n from m where place <= ${maxMatches}
        order by n offset ${into.add(query.offset)} limit ${into.add(query.limit)}) h)`
  return {
    text: `with m as materialized (${from}) select (select count(*)::int from m) as seen, (select max(rank) from m) as last, ${[`${hits} as hits`, ...counted].join(", ")}`,
    values: into.list,
  }
}

/** How many there may be: the share of the settled rows that were read until the last match, carried on to all of them. */
const estimate = async (pool: Pool, { seen, last }: Answer): Promise<number> => {
  if (!last) return seen
  const { rows } = await pool.query<{ rows: number }>("select coalesce(max(rank), 0) as rows from search.settled")
  return Math.max(seen, Math.round((seen / last) * (rows[0]?.rows ?? 0)))
}

/** Spans in which the newest matches are looked for, in days. */
const recent = [8, 32, 190, 380]
const dayMs = 86_400_000

/** The newest of more matches than are looked at: in a short span there are fewer. */
const newest = async (pool: Pool, query: Query): Promise<Answer["hits"]> => {
  for (const days of recent) {
    const from = new Date(Math.max(query.now.getTime() - days * dayMs, query.filter.created?.from?.getTime() ?? 0))
    const narrow = { ...query, filter: { ...query.filter, created: { ...query.filter.created, from } } }
    const { rows } = await pool.query<Answer>(statement(narrow, null))
    const { seen, hits } = rows[0]!
    if (seen >= query.offset + query.limit && seen <= maxMatches) return hits
    if (seen > maxMatches) return null
  }
  return null
}

/** The first page of each hit with most of the terms; 0 where only title, keywords or description have them. */
const withPages = async (pool: Pool, keys: EntryKey[], { terms }: Query): Promise<Hit[]> => {
  if (!keys.length) return []
  const having = terms.map((_, at) => `(line like $${at + 3})::int`).join(" + ")
  const { rows } = await pool.query<{ kind: Kind; id: string; page: number }>(
    `select h.kind, h.id, l.page from unnest($1::smallint[], $2::bigint[]) h(kind, id)
     cross join lateral (select text from search.fresh f where f.kind = h.kind and f.id = h.id
       union all select text from search.settled s where s.kind = h.kind and s.id = h.id limit 1) t
     cross join lateral (select case when place > ${headLines} then place - ${headLines} else 0 end::int as page
       from unnest(string_to_array(t.text, e'\\n')) with ordinality u(line, place)
       where line like any ($${terms.length + 3}::text[])
       order by ${having} desc, place <= ${headLines}, place limit 1) l`,
    [keys.map((one) => one.kind), keys.map((one) => one.id), ...terms.map(like), terms.map(like)],
  )
  const pages = new Map(rows.map(({ kind, id, page }) => [`${kind}/${id}`, page]))
  return keys.map((key) => ({ ...key, page: pages.get(`${key.kind}/${key.id}`) ?? 0 }))
}

export const find = async (pool: Pool, query: Query): Promise<Found> => {
  const active = activeDimensions(query.filter)
  const [main, ...others] = await Promise.all(
    [null, ...active].map(async (without) => (await pool.query<Answer>(statement(query, without))).rows[0]!),
  )
  const facets = noFacets()
  const fill = (name: Dimension, counts: Counts | undefined) => {
    for (const [key, n] of counts ?? []) if (n) (facets[name] as Map<string | number, number>).set(key, n)
  }
  for (const name of dimensions) fill(name, main![name])
  active.forEach((name, at) => fill(name, others[at]![name]))
  const approximate = main!.seen > maxMatches
  const hits = (approximate && query.sort === "latest" ? await newest(pool, query) : null) ?? main!.hits ?? []
  return {
    total: approximate ? await estimate(pool, main!) : main!.seen,
    approximate,
    hits: await withPages(
      pool,
      hits.map(([kind, id]) => ({ kind, id })),
      query,
    ),
    facets,
  }
}
