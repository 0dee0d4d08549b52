import { EngineRefusal, type Indexed } from "./engine-documents"

/* The part of OpenSearch's query language that the adapter uses. Everything else is rejected like an unknown query. */

type Clause = { [name: string]: unknown }
type Value = string | number | boolean
const clauses = (given: unknown): Clause[] => given as Clause[]
const only = (given: Clause, names: string[], what: string) => {
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown) throw new EngineRefusal("parsing_exception", `[${what}] query does not support [${unknown}]`)
}
const entryOf = (given: unknown): [string, unknown] => {
  const list = Object.entries(given as Clause)
  if (list.length !== 1) throw new EngineRefusal("parsing_exception", "query malformed, expected one field")
  return list[0]!
}

const allOf = (one: Indexed, field: string): Value[] => one.values.get(field) ?? (one.texts.get(field) ?? []).flat()
const holdsPhrase = (tokens: string[], phrase: string[]) =>
  tokens.some((_, at) => phrase.every((token, further) => tokens[at + further] === token))
const inRange = (value: Value, bounds: Clause): boolean => {
  only(bounds, ["gte", "lte"], "range")
  return (
    (bounds["gte"] === undefined || value >= (bounds["gte"] as Value)) && (bounds["lte"] === undefined || value <= (bounds["lte"] as Value))
  )
}

const boolOf = (given: Clause, one: Indexed, scored: boolean): number | null => {
  only(given, ["filter", "should", "minimum_should_match"], "bool")
  const [filter, should] = [clauses(given["filter"] ?? []), clauses(given["should"] ?? [])]
  if (!filter.every((clause) => scoreOf(clause, one, false) !== null)) return null
  const scores = should.map((clause) => scoreOf(clause, one, scored)).filter((score) => score !== null)
  const needed = given["minimum_should_match"] ?? (filter.length || !should.length ? 0 : 1)
  return scores.length < Number(needed) ? null : scores.reduce((sum, score) => sum + score, 0)
}

const functionScore = (given: Clause, one: Indexed): number | null => {
  only(given, ["query", "field_value_factor", "boost_mode"], "function_score")
  const { field, missing } = given["field_value_factor"] as { field: string; missing: number }
  const base = scoreOf(given["query"] as Clause, one, given["boost_mode"] === "sum")
  // Scores have single precision.
  const value = Math.fround(Number(one.values.get(field)?.[0] ?? missing))
  return base === null ? null : given["boost_mode"] === "sum" ? base + value : value
}

const leaves: Record<string, (given: Clause, one: Indexed) => boolean> = {
  term: (given, one) => {
    const [field, value] = entryOf(given)
    return allOf(one, field).includes(value as Value)
  },
  terms: (given, one) => {
    const [field, values] = entryOf(given)
    return allOf(one, field).some((value) => (values as Value[]).includes(value))
  },
  prefix: (given, one) => {
    const [field, value] = entryOf(given)
    return allOf(one, field).some((text) => String(text).startsWith(String(value)))
  },
  range: (given, one) => {
    const [field, bounds] = entryOf(given)
    return allOf(one, field).some((value) => inRange(value, bounds as Clause))
  },
  match_phrase: (given, one) => {
    const [field, text] = entryOf(given)
    const phrase = String(text).split(/\s+/).filter(Boolean)
    return phrase.length > 0 && (one.texts.get(field) ?? []).some((tokens) => holdsPhrase(tokens, phrase))
  },
  exists: ({ field }, one) => allOf(one, String(field)).length > 0,
  ids: ({ values }, one) => (values as string[]).includes(one.id),
  nested: ({ path, query, score_mode }, one) => {
    if (score_mode !== "none") throw new EngineRefusal("parsing_exception", "only [score_mode] none")
    return (one.nested.get(String(path)) ?? []).some((inner) => scoreOf(query as Clause, inner, false) !== null)
  },
}

/** Returns the score of a document; null if the query does not match. Frequency-based scores are not modelled and must not be requested. */
export const scoreOf = (query: Clause, one: Indexed, scored: boolean): number | null => {
  const [name, given] = entryOf(query) as [string, Clause]
  if (name === "bool") return boolOf(given, one, scored)
  if (name === "function_score") return functionScore(given, one)
  if (name === "constant_score") return scoreOf(given["filter"] as Clause, one, false) === null ? null : Math.fround(Number(given["boost"]))
  const leaf = leaves[name]
  if (!leaf) throw new EngineRefusal("parsing_exception", `unknown query [${name}]`)
  if (scored) throw new EngineRefusal("parsing_exception", `[${name}] would be scored by frequency`)
  return leaf(given, one) ? 0 : null
}

type InnerHits = { name: string; size: number; sort: Record<string, string>[]; docvalue_fields: string[] }

const innerHits = ({ query, inner_hits }: Clause, inners: Indexed[]) => {
  const { sort, size, docvalue_fields } = inner_hits as InnerHits
  const rows = inners
    .map((inner) => ({ inner, score: scoreOf(query as Clause, inner, true) }))
    .filter(({ score }) => score !== null)
    .map(({ inner, score }) => ({
      inner,
      by: { _score: score!, ...Object.fromEntries([...inner.values].map(([name, list]) => [name, list[0]!])) },
    }))
  return inOrder(rows, sort, ({ by }, name) => (by as Record<string, Value>)[name]!)
    .slice(0, size)
    .map(({ inner }) => ({ fields: Object.fromEntries(docvalue_fields.map((name) => [name, inner.values.get(name)])) }))
}

/** Returns the inner hits of a hit, by name, wherever the query requests them. */
export const innerHitsOf = (query: unknown, one: Indexed): Clause => {
  if (Array.isArray(query)) return Object.assign({}, ...query.map((part) => innerHitsOf(part, one))) as Clause
  if (typeof query !== "object" || query === null) return {}
  const { nested, ...others } = query as { nested?: Clause }
  const hits = Object.assign({}, ...Object.values(others).map((part) => innerHitsOf(part, one))) as Clause
  if (!nested?.["inner_hits"]) return hits
  const { name } = nested["inner_hits"] as InnerHits
  return { ...hits, [name]: { hits: { hits: innerHits(nested, one.nested.get(String(nested["path"])) ?? []) } } }
}

/** Sorts rows by `sort`, such as [{ field: "asc" }]. */
export const inOrder = <T>(rows: T[], sort: Record<string, string>[], read: (row: T, field: string) => Value): T[] =>
  rows.toSorted((one, other) => {
    for (const [field, direction] of sort.flatMap((by) => Object.entries(by))) {
      const [a, b] = [read(one, field), read(other, field)]
      if (a !== b) return (a < b ? -1 : 1) * (direction === "desc" ? -1 : 1)
    }
    return 0
  })
