import type { Ctx } from "../../context"
import { lengths, type EntryKey, type Facets, type Found, type Hit, type Query } from "../../ports/search/search.port"
import { withRelations as withArticleRelations } from "../article/article.usecases"
import { withRelations as withDocumentRelations } from "../document/reading.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { findPlain } from "./plain.repository"
import { queryOf, type Asked } from "./query.rules"
import { recordSearch } from "./record.usecases"
import { listPublicArticles, listPublicDocuments } from "./search.repository"
import { snippetOf, withMarks } from "./snippet.rules"

const fixedSize = 10
const maxSize = 50

const descending = (one: [unknown, number], other: [unknown, number]) => other[1] - one[1]
const aggregations = ({ ext, categories, languages, fees, lengths: found, durations }: Facets) => ({
  agg_ext: [...ext].toSorted(descending).map(([ext, count]) => ({ ext, count })),
  agg_category: [...categories].toSorted(descending).map(([category_id, count]) => ({ category_id, count })),
  agg_language: [...languages].toSorted(descending).map(([code, count]) => ({ code, count })),
  agg_fee: [...fees].map(([fee_type, count]) => ({ fee_type, count })),
  agg_pages: [...found].toSorted(([one], [other]) => one - other).map(([at, count]) => ({ ...lengths[at]!, count })),
  agg_duration: [...durations].map(([duration, count]) => ({ duration, count })),
})

/** Searches, and takes note of it. Without words nothing is looked for. */
const find = async (ctx: Ctx, asked: Asked, size: number): Promise<{ query: Query; found: Found; seconds: number } | null> => {
  const started = performance.now()
  const { max_search_pages } = await settingsOf(ctx.app, "display")
  const query = queryOf(asked, { now: ctx.now(), size, maxPages: max_search_pages || 1_000 })
  if (!query.terms.length) return null
  const found = await findPlain(ctx.db, query)
  const seconds = (performance.now() - started) / 1000
  await recordSearch(ctx, { type: asked.type ?? -1, wd: asked.wd ?? "", total: found.total, page: query.offset / size + 1, seconds })
  return { query, found, seconds }
}

const nothing = { total: 0, spend: "0.000" }
const summaryOf = ({ found, seconds }: { found: Found; seconds: number }) => ({
  total: found.total,
  total_approximate: found.approximate,
  spend: seconds.toFixed(3),
  ...aggregations(found.facets),
})

const idsOf = (hits: Hit[], kind: EntryKey["kind"]) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id)

/** The documents of these hits with all that lists show of them; what has been hidden meanwhile is missing. */
const readDocuments = async (ctx: Ctx, hits: Hit[]) => {
  const rows = await listPublicDocuments(ctx.db, idsOf(hits, 0))
  return new Map((await withDocumentRelations(ctx, rows)).map((row) => [row.id, row]))
}
const readArticles = async (ctx: Ctx, hits: Hit[]) => {
  const rows = await listPublicArticles(ctx.db, idsOf(hits, 1))
  return new Map((await withArticleRelations(ctx, rows)).map((row) => [row.id, row]))
}

/** Documents and articles that have the words, best first. */
export const searchAll = async (ctx: Ctx, asked: Asked) => {
  const result = await find(ctx, asked, Math.min(Math.max(asked.size || fixedSize, 1), maxSize))
  if (!result) return nothing
  const { terms } = result.query
  const { hits } = result.found
  const [documents, articles] = await Promise.all([readDocuments(ctx, hits), readArticles(ctx, hits)])
  const document = hits.flatMap(({ kind, id, page }) => {
    const row = kind === 0 ? documents.get(id) : articles.get(id)
    if (!row) return []
    const shown = { title: withMarks(row.title, terms), description: withMarks(row.description, terms), page }
    const username = row.user?.username ?? ""
    return [{ ...row, ...shown, doc_type: kind, username, snippet: snippetOf(row.description, terms) }]
  })
  return { ...summaryOf(result), document }
}

/** The same of documents alone, ten a page; titles are plain, as in every list. */
export const searchDocuments = async (ctx: Ctx, asked: Asked) => {
  const result = await find(ctx, { ...asked, type: 0 }, fixedSize)
  if (!result) return nothing
  const documents = await readDocuments(ctx, result.found.hits)
  const document = result.found.hits.flatMap(({ id, page }) => {
    const row = documents.get(id)
    return row ? [{ ...row, page, snippet: snippetOf(row.description, result.query.terms) }] : []
  })
  return { ...summaryOf(result), document }
}

/** The same of articles, without their content. */
export const searchArticles = async (ctx: Ctx, asked: Asked) => {
  const result = await find(ctx, { ...asked, type: 1 }, fixedSize)
  if (!result) return nothing
  const articles = await readArticles(ctx, result.found.hits)
  const article = result.found.hits.flatMap(({ id, page }) => {
    const row = articles.get(id)
    return row ? [{ ...row, content: "", page, snippet: snippetOf(row.description, result.query.terms) }] : []
  })
  return { ...summaryOf(result), article }
}
