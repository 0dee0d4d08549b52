import { setTimeout as pause } from "node:timers/promises"
import type { Ctx } from "@/server/context"
import { fold } from "@/server/ports/search/fold"
import type { EntryKind, SearchQuery } from "@/server/ports/search/search.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isPresentable, matchWords } from "../../community/sensitive-word/word-list.usecases"
import { termsOf } from "./query.rules"
import { listHotWords } from "./record.repository"

/** A word is suggested to others if enough users searched for it within this many days. */
const hot = { days: 30, words: 10 }
/** Number of words that are looked up: more than are shown, because some of them may be blocked. */
const candidates = 100
const dayMs = 86_400_000
/** Each word costs a search. */
const maxRecommended = 50

const wordsOf = (setting: string): string[] => [...new Set(setting.split(/[,，]/).map((word) => word.trim()))].filter(Boolean)

/** Returns for each recommended word whether it finds a document, for the staff who set the words. */
export const readRecommended = async (ctx: Ctx) => {
  const words = wordsOf((await settingsOf(ctx.app, "system")).recommend_words).slice(0, maxRecommended)
  return { word: await Promise.all(words.map(async (word) => ({ word, useful: await findsSomething(ctx, word, 0) }))) }
}

/** Removes the words that contain a blocked one, in any letter case, width or spacing. */
const withoutBlocked = (words: string[], blocked: string): string[] => {
  const plain = (text: string) => fold(text).replace(/\s+/g, "")
  const parts = blocked.split(/\r?\n/).map(plain).filter(Boolean)
  return words.filter((word) => !parts.some((part) => plain(word).includes(part)))
}

/** Returns words that others search for, then those that the site recommends, as far as the settings offer them. */
export const hotWords = async (ctx: Ctx, kind: EntryKind | undefined): Promise<string[]> => {
  const { hot_words, hot_words_people, hot_words_hours, hot_words_blocked } = await settingsOf(ctx.app, "fulltext_search")
  if (hot_words === "none") return []
  const since = new Date(ctx.now().getTime() - hot.days * dayMs)
  const bounds = { since, people: hot_words_people, hours: hot_words_hours, limit: candidates }
  const [{ recommend_words }, words] = await Promise.all([
    settingsOf(ctx.app, "system"),
    hot_words === "all" ? listHotWords(ctx.db, bounds) : [],
  ])
  const unblocked = withoutBlocked(words, hot_words_blocked)
  const matches = await matchWords(ctx, unblocked)
  const popular = unblocked.filter((_, at) => isPresentable(matches[at]!)).slice(0, hot.words)
  const offered = [...new Set([...popular, ...wordsOf(recommend_words)])].slice(0, hot.words)
  const useful = await Promise.all(offered.map((word) => findsSomething(ctx, word, kind)))
  return offered.filter((_, at) => useful[at])
}

/** Pages wait this long for the search engine, which may hang (ms). */
const usefulMs = 300

/**
 * Checks whether a word has results: content is deleted over time, and a new site has none. While the index is unavailable or
 * incomplete, every word is accepted.
 */
const findsSomething = async (ctx: Ctx, word: string, kind: EntryKind | undefined): Promise<boolean> => {
  const query: SearchQuery = { terms: termsOf(word), filter: { kind }, sort: "default", offset: 0, limit: 1, now: ctx.now() }
  const isUseful = ctx.app.search.find(query).then(
    ({ total, omission }) => total > 0 || omission !== "",
    () => true,
  )
  return Promise.race([isUseful, pause(usefulMs, true, { ref: false })])
}
