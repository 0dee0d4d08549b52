import { SearchType } from "@/lib/contract/library/search.enums"
import type { Ctx } from "@/server/context"
import { fold } from "@/server/ports/search/fold"
import type { EntryKind, SuggestQuery } from "@/server/ports/search/search.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { asking } from "./query.usecases"
import { hotWords } from "./hot-words.usecases"
import { listPublicArticles, listReadableDocuments } from "./search.repository"

const [defaultLimit, maxLimit] = [8, 20]
const kindOf = (type: number | undefined): EntryKind | undefined =>
  type === SearchType.document ? 0 : type === SearchType.article ? 1 : undefined

/** Returns suggestions while the user types, without content that has just been hidden. */
export const suggest = async (ctx: Ctx, { wd = "", type, limit }: { wd?: string; type?: number; limit?: number }) => {
  // without a type, hot words are checked against documents
  if (!fold(wd)) return { suggestion: [], hot: await hotWords(ctx, type === undefined ? 0 : kindOf(type)) }
  if (!(await settingsOf(ctx.app, "fulltext_search")).enable_suggest) return { suggestion: [], hot: [] }
  const kind = kindOf(type)
  const query: SuggestQuery = { text: wd, kind, limit: Math.min(Math.max(limit || defaultLimit, 1), maxLimit) }
  const suggestions = await asking(ctx, ctx.app.search.suggest(query))
  const idsOf = (of: EntryKind) => suggestions.filter((one) => one.kind === of).map((one) => one.id)
  const [documents, articles] = await Promise.all([listReadableDocuments(ctx.db, idsOf(0)), listPublicArticles(ctx.db, idsOf(1))])
  const suggestion = suggestions.flatMap((one) => {
    if (one.kind === 1) {
      const article = articles.find(({ id }) => id === one.id)
      return article ? [{ text: article.title, doc_type: 1, uuid: "", identifier: article.identifier }] : []
    }
    const row = documents.find(({ id }) => id === one.id)
    return row ? [{ text: row.title, doc_type: 0, uuid: row.uuid, identifier: "" }] : []
  })
  return { suggestion, hot: [] }
}
