import type { Facets, SearchFilter, SearchQuery } from "../search.port"
import { lettersOf, pairsOf, wholeOf } from "./documents"
import type { OpenSearchJson } from "./json"

export const term = (field: string, value: unknown): OpenSearchJson => ({ term: { [field]: value } })
const terms = (field: string, values: readonly unknown[]): OpenSearchJson => ({ terms: { [field]: values } })
export const all = (filter: OpenSearchJson[]): OpenSearchJson => ({ bool: { filter } })
export const some = (should: OpenSearchJson[]): OpenSearchJson => ({ bool: { should, minimum_should_match: 1 } })
/** Adds `boost` to the score if the filter matches. */
export const worth = (boost: number, filter: OpenSearchJson): OpenSearchJson => ({ constant_score: { filter, boost } })

/** Matches if the field contains the text: its pairs, in sequence, are exactly the text. */
export const has = (field: string, text: string): OpenSearchJson =>
  text.length === 2 ? term(field, pairsOf(text)) : { match_phrase: { [field]: pairsOf(text) } }

const titleHas = (text: string, field: "title" | "keywords" = "title"): OpenSearchJson =>
  text.length > 1 ? has(field, text) : term(`${field}_letters`, lettersOf(text)[0])

/** Matches a line that contains the text. A single character begins a pair, or it is the token that ends the line. */
export const lineHas = (text: string): OpenSearchJson =>
  text.length > 1 ? has("lines.text", text) : { prefix: { "lines.text": lettersOf(text)[0] } }

const inLines = (text: string): OpenSearchJson => ({ nested: { path: "lines", score_mode: "none", query: has("lines.text", text) } })

/** Matches a single character in title or keywords, and longer text anywhere. */
const holds = (text: string): OpenSearchJson => (text.length > 1 ? inLines(text) : some([titleHas(text), titleHas(text, "keywords")]))

/** Matches the entries that contain the terms, regardless of the filters. */
export const matching = ({ terms: texts, any: one }: SearchQuery): OpenSearchJson => (one ? some(texts.map(holds)) : all(texts.map(holds)))

type Bounds = { min?: number; max?: number }
const between = (field: string, { min, max }: Bounds): OpenSearchJson => ({ range: { [field]: { gte: min, lte: max } } })
export const isDocument = term("kind", 0)

/** Price conditions, which apply to documents only. */
export const fees: Record<"free" | "charge" | "vip", OpenSearchJson> = {
  free: all([isDocument, between("price", { max: 0 })]),
  charge: all([isDocument, between("price", { min: 1 })]),
  vip: all([isDocument, term("is_vip", true)]),
}

export type FacetDimension = keyof Facets

/** Returns the conditions that belong to facets. */
export const facetConditions = (filter: SearchFilter): Partial<Record<FacetDimension, OpenSearchJson>> => {
  const { ext, categories, languages, fee, length, created } = filter
  return {
    ...(ext?.length && { ext: terms("ext", ext) }),
    ...(categories?.length && { categories: terms("categories", categories) }),
    ...(languages?.length && { languages: terms("language", languages) }),
    ...(fee && { fees: fees[fee] }),
    ...(length && { lengths: all([isDocument, between("length", length)]) }),
    ...(created && { durations: between("created_at", { min: created.from?.getTime(), max: created.to?.getTime() }) }),
  }
}

/** Returns the conditions that belong to no facet. */
export const plainConditions = ({ kind, users, price }: SearchFilter): OpenSearchJson[] => [
  ...(kind === undefined ? [] : [term("kind", kind)]),
  ...(users?.length ? [terms("user_id", users)] : []),
  ...(price ? [between("price", price)] : []),
]

/**
 * Scores how well title and keywords match. It is added to the static score, as in PostgreSQL (`server/ports/search/postgres/finding.ts`).
 */
export const relevance = ({ terms: texts, words = [] }: SearchQuery): OpenSearchJson => {
  const phrase = texts.join("")
  const share = (weight: number, field: "title" | "keywords") => texts.map((text) => worth(weight / texts.length, titleHas(text, field)))
  const should = [
    worth(6, term("folded", wholeOf(phrase))),
    worth(2, { prefix: { folded: wholeOf(phrase) } }),
    ...share(4, "title"),
    ...share(2, "keywords"),
    ...words.map((word) => worth(2 / words.length, term("words", wholeOf(word)))),
    ...(texts.length > 1 ? [worth(3, has("title", phrase)), worth(1.5, inLines(phrase))] : []),
  ]
  return { bool: { should } }
}

/** Larger than every static score and relevance, also with the weight that static scores have beside relevance. */
const step = 400

/** Scores by title rank and then static score: a title that equals the query, titles with all terms, then the other matches. */
export const byTitle = (query: OpenSearchJson, texts: readonly string[]): OpenSearchJson => ({
  function_score: {
    query: {
      bool: {
        filter: [query],
        should: [worth(step, term("folded", wholeOf(texts.join("")))), worth(step, all(texts.map((text) => titleHas(text))))],
      },
    },
    field_value_factor: { field: "score", missing: 0 },
    boost_mode: "sum",
  },
})
