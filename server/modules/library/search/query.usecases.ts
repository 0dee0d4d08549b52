import { setTimeout as pause } from "node:timers/promises"
import type { Ctx } from "@/server/context"
import { unavailable } from "@/server/errors"
import { fold } from "@/server/ports/search/fold"
import { nothingFound } from "@/server/ports/search/facets"
import { SearchUnavailable, type Omission, type SearchResult, type SearchQuery } from "@/server/ports/search/search.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { queryOf, type SearchFilters } from "./query.rules"
import { recordSearch } from "./record.usecases"
import { listTitles } from "./title.repository"

/** `texts`: the search engine does not answer, and only titles were searched. */
type FoundOmission = Omission | "texts"

/** The result of a search; `terms` are the terms that matched, which may differ from the query. */
export type IndexSearchResult = {
  query: SearchQuery
  terms: readonly string[]
  found: Omit<SearchResult, "omission">
  omission: FoundOmission
  seconds: number
  corrected: string
  relaxed: boolean
  /** what a page that shows the result reports (`POST /search/view`) */
  record: string
}

/** Runs a query against the index and reports to the user if the index is unavailable. */
export const asking = async <T>(ctx: Ctx, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    ctx.app.log.warn({ err: error, request: ctx.request.id }, "搜索引擎没有应答")
    throw unavailable("搜索暂时用不了，请稍后再试")
  }
}

/**
 * Finds titles in the database while the search engine does not answer. Facets are not counted. An incomplete index, in contrast, answers
 * with its current entries.
 */
const findTitles = async (ctx: Ctx, query: SearchQuery, wd: string): Promise<SearchResult> => {
  const titles = await listTitles(ctx.db, wd, query.filter).catch((error: unknown) => {
    if (!isTimeout(error)) throw error
    throw unavailable("搜索暂时用不了，请稍后再试")
  })
  const hits = titles.slice(query.offset, query.offset + query.limit).map(({ kind, id }) => ({ kind, id, page: 0 }))
  return { ...nothingFound(), total: titles.length, hits }
}
/** PostgreSQL ended the statement at its time limit. */
const isTimeout = (error: unknown): boolean => error instanceof Error && (error.cause as { code?: string } | undefined)?.code === "57014"

/** Segmentation is quick; only the first search of a process waits for dictionaries that are still loading (ms). */
const cutMs = 40
const wordsOf = (ctx: Ctx, wd: string): Promise<string[]> =>
  Promise.race([ctx.app.search.cut(wd).catch(() => []), pause(cutMs, [], { ref: false })])

const isLatin = (term: string) => /^[a-z0-9]*[a-z][a-z0-9]*$/.test(term)
/** Shorter words often differ from another word by one letter, so they are not corrected. */
const shortestMended = 4

/** Returns the query with mistyped Latin words corrected; null if no correction is known. */
const mended = async (ctx: Ctx, query: SearchQuery): Promise<SearchQuery | null> => {
  const terms = await Promise.all(
    query.terms.map(async (term) => (isLatin(term) && term.length >= shortestMended && (await ctx.app.search.correct(term))) || term),
  )
  return terms.some((term, at) => term !== query.terms[at]) ? { ...query, terms } : null
}

/** Finds titles by their pinyin. Only for queries without filters, since such matches are few. */
const bySound = async (ctx: Ctx, query: SearchQuery): Promise<SearchResult | null> => {
  const { kind, ...conditions } = query.filter
  if (!query.terms.every(isLatin) || Object.values(conditions).some((one) => one !== undefined)) return null
  const text = query.terms.join("")
  if (text.length < 2) return null
  const titles = await ctx.app.search.suggest({ text, kind, limit: 200 })
  if (!titles.length) return null
  const matches = await ctx.app.search.find({ ...query, terms: [] })
  const hits = titles.slice(query.offset, query.offset + query.limit).map((one) => ({ kind: one.kind, id: one.id, page: 0 }))
  return { ...matches, total: titles.length, hits }
}

type Answer = Pick<IndexSearchResult, "terms" | "found"> & Partial<Pick<IndexSearchResult, "corrected" | "relaxed">>

/** Used if nothing matches the exact words: corrects a typo, matches titles by sound, or searches for the words one by one. */
const findAround = async (ctx: Ctx, query: SearchQuery, wd: string): Promise<Answer | null> => {
  const other = await mended(ctx, query)
  if (other) {
    const matches = await ctx.app.search.find(other)
    if (matches.total) return { terms: other.terms, found: matches, corrected: other.terms.join(" ") }
  }
  const sounding = await bySound(ctx, query)
  if (sounding) return { terms: query.terms, found: sounding }
  const words = [...new Set(await ctx.app.search.cut(wd))].slice(0, 8)
  if (words.length < 2 && query.terms.length < 2) return null
  for (const [terms, any] of [[words, false] as const, [words.length > 1 ? words : query.terms, true] as const]) {
    if (terms.length < 2) continue
    const matches = await ctx.app.search.find({ ...query, terms, any })
    if (matches.total) return { terms, found: matches, relaxed: true }
  }
  return null
}

const findOrTitles = async (ctx: Ctx, query: SearchQuery, wd: string): Promise<Pick<IndexSearchResult, "found" | "omission">> => {
  try {
    const { omission, ...found } = await ctx.app.search.find(query)
    return { found, omission }
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    ctx.app.log.warn({ err: error, request: ctx.request.id }, "搜索引擎没有应答，只搜索标题")
    return { found: await findTitles(ctx, query, wd), omission: "texts" }
  }
}

/** Searches, and records the search unless its page is only being rendered. Returns null for a query without words. */
export const findAll = async (ctx: Ctx, filters: SearchFilters, size: number): Promise<IndexSearchResult | null> => {
  const started = performance.now()
  const [{ max_search_pages }, { enable_relax }] = await Promise.all([
    settingsOf(ctx.app, "display"),
    settingsOf(ctx.app, "fulltext_search"),
  ])
  const query = queryOf(filters, { now: ctx.now(), size, maxPages: max_search_pages || 1_000 })
  if (!query.terms.length) return null
  const wd = filters.wd ?? ""
  // a term of two characters is a single word already
  if (query.terms.some((term) => term.length > 2)) query.words = (await wordsOf(ctx, wd)).map(fold)
  const { found, omission } = await findOrTitles(ctx, query, wd)
  const around = found.total || !enable_relax || omission === "texts" ? null : await asking(ctx, findAround(ctx, query, wd))
  const seconds = (performance.now() - started) / 1000
  const page = Math.floor(query.offset / size) + 1
  const record = omission === "texts" ? "" : await recordSearch(ctx, { type: filters.type ?? -1, wd, total: found.total, page, seconds })
  return { query, terms: query.terms, found, omission, corrected: "", relaxed: false, ...around, seconds, record }
}
