import type { Ctx } from "../../context"
import { settingsOf } from "../settings/settings.usecases"
import { findPlain } from "./plain.repository"
import { queryOf } from "./query.rules"
import { listHotWords } from "./record.repository"
import { listPublicArticles, listPublicDocuments } from "./search.repository"

const [defaultLimit, maxLimit] = [8, 20]
/** What so many people searched for in these days is offered to others. */
const hot = { people: 3, days: 30, words: 10 }
const dayMs = 86_400_000

/** Words that others search for, then those that the site recommends. */
const hotWords = async (ctx: Ctx): Promise<string[]> => {
  const [{ recommend_words }, words] = await Promise.all([
    settingsOf(ctx.app, "system"),
    listHotWords(ctx.db, new Date(ctx.now().getTime() - hot.days * dayMs), hot.people, hot.words),
  ])
  const recommended = recommend_words.split(/[,，]/).map((word) => word.trim())
  return [...new Set([...words, ...recommended.filter(Boolean)])].slice(0, hot.words)
}

/** While somebody types. */
export const suggest = async (ctx: Ctx, { wd, type, limit }: { wd?: string; type?: number; limit?: number }) => {
  const query = queryOf({ wd, type }, { now: ctx.now(), size: Math.min(limit || defaultLimit, maxLimit), maxPages: 1 })
  if (!query.terms.length) return { suggestion: [], hot: await hotWords(ctx) }
  const { hits } = await findPlain(ctx.db, query)
  const idsOf = (kind: number) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id)
  const [documents, articles] = await Promise.all([listPublicDocuments(ctx.db, idsOf(0)), listPublicArticles(ctx.db, idsOf(1))])
  const suggestion = hits.flatMap(({ kind, id }) => {
    const row = kind === 0 ? documents.find((one) => one.id === id) : undefined
    if (row) return [{ text: row.title, doc_type: 0, uuid: row.uuid, identifier: "" }]
    const article = articles.find((one) => one.id === id)
    return kind === 1 && article ? [{ text: article.title, doc_type: 1, uuid: "", identifier: article.identifier }] : []
  })
  return { suggestion, hot: [] }
}
