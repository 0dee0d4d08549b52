import type { Ctx } from "@/server/context"
import { lengths, type EntryKey, type Facets, type SearchHit } from "@/server/ports/search/search.port"
import { withRelations as withArticleRelations } from "../../articles/article/article.usecases"
import { withRelations as withDocumentRelations } from "../document/document-answers.usecases"
import { lastReadablePage } from "../document/document.policy"
import { textOf } from "./article-text.rules"
import { pageKey, pagesOf } from "./entry.repository"
import { findAll, type IndexSearchResult } from "./query.usecases"
import type { SearchFilters } from "./query.rules"
import { listPublicArticles, listReadableDocuments } from "./search.repository"
import { snippetOf, withMarks } from "./snippet.rules"

const fixedSize = 10
const maxSize = 50

const descending = (one: [unknown, number], other: [unknown, number]) => other[1] - one[1]
const aggregations = ({ ext, categories, languages, fees, lengths: pageCounts, durations }: Facets) => ({
  agg_ext: [...ext].toSorted(descending).map(([ext, count]) => ({ ext, count })),
  agg_category: [...categories].toSorted(descending).map(([category_id, count]) => ({ category_id, count })),
  agg_language: [...languages].toSorted(descending).map(([code, count]) => ({ code, count })),
  agg_fee: [...fees].map(([fee_type, count]) => ({ fee_type, count })),
  agg_pages: [...pageCounts].toSorted(([one], [other]) => one - other).map(([at, count]) => ({ ...lengths[at]!, count })),
  agg_duration: [...durations].map(([duration, count]) => ({ duration, count })),
})

const nothing = { total: 0, spend: "0.000" }
const summaryOf = ({ found: matches, omission, seconds, corrected, relaxed, record }: IndexSearchResult) => ({
  total: matches.total,
  total_approximate: matches.approximate,
  sampled: matches.sampled,
  omission,
  corrected,
  relaxed,
  spend: seconds.toFixed(3),
  record,
  ...aggregations(matches.facets),
})

/**
 * Snippets are cut on the thread that serves requests, so all hits together are limited to this many characters (about 50 ms). Text beyond
 * that limit yields no snippet.
 */
const lettersOfAll = 400_000
const lettersOf = (hits: SearchHit[]) => Math.floor(lettersOfAll / Math.max(hits.length, fixedSize))

const idsOf = (hits: SearchHit[], kind: EntryKey["kind"]) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id)

/**
 * Returns the documents of these hits with all fields that lists show and the position of the match. Documents that have been hidden since
 * are missing.
 */
const readDocuments = async (ctx: Ctx, { found: { hits }, terms }: IndexSearchResult) => {
  const rows = await listReadableDocuments(ctx.db, idsOf(hits, 0))
  const placed = rows.map((row) => {
    const { page = 0 } = hits.find((hit) => hit.kind === 0 && hit.id === row.id) ?? {}
    // the index may be older than a reduction of the preview
    return { row, page: page <= lastReadablePage(row) ? page : 0 }
  })
  const [full, texts] = await Promise.all([
    withDocumentRelations(ctx, rows),
    pagesOf(
      ctx.db,
      placed.filter(({ page }) => page > 0).map(({ row: { sha256, version }, page }) => ({ sha256, version, page })),
      lettersOf(hits),
    ),
  ])
  return new Map(
    placed.map(({ row, page }, at) => {
      const text = texts.get(pageKey({ ...row, page })) ?? row.description
      return [row.id, { ...full[at]!, page, snippet: snippetOf(text, terms) }]
    }),
  )
}

const readArticles = async (ctx: Ctx, { found: { hits }, terms }: IndexSearchResult) => {
  const rows = await listPublicArticles(ctx.db, idsOf(hits, 1), lettersOf(hits))
  const full = await withArticleRelations(ctx, rows)
  return new Map(full.map((row) => [row.id, { ...row, content: "", page: 0, snippet: snippetOf(textOf(row.content), terms) }]))
}

/** Returns documents and articles that match the words, best match first. */
export const searchAll = async (ctx: Ctx, filters: SearchFilters) => {
  const result = await findAll(ctx, filters, Math.min(Math.max(filters.size || fixedSize, 1), maxSize))
  if (!result) return nothing
  const { terms } = result
  const [documents, articles] = await Promise.all([readDocuments(ctx, result), readArticles(ctx, result)])
  const document = result.found.hits.flatMap(({ kind, id }) => {
    const row = kind === 0 ? documents.get(id) : articles.get(id)
    if (!row) return []
    const texts = { title: withMarks(row.title, terms), description: withMarks(row.description, terms) }
    return [{ ...row, ...texts, doc_type: kind, username: row.user?.username ?? "" }]
  })
  return { ...summaryOf(result), document }
}

/** Searches documents only, ten per page. Titles are plain text, as in every list. */
export const searchDocuments = async (ctx: Ctx, filters: SearchFilters) => {
  const result = await findAll(ctx, { ...filters, type: 0 }, fixedSize)
  if (!result) return nothing
  const documents = await readDocuments(ctx, result)
  return { ...summaryOf(result), document: result.found.hits.flatMap(({ id }) => documents.get(id) ?? []) }
}

/** Searches articles only and omits their content. */
export const searchArticles = async (ctx: Ctx, filters: SearchFilters) => {
  const result = await findAll(ctx, { ...filters, type: 1 }, fixedSize)
  if (!result) return nothing
  const articles = await readArticles(ctx, result)
  return { ...summaryOf(result), article: result.found.hits.flatMap(({ id }) => articles.get(id) ?? []) }
}
