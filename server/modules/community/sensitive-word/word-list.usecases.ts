import { eq } from "drizzle-orm"
import { SensitiveAction } from "@/lib/contract/community/sensitive-word.enums"
import type { Ctx, Services } from "@/server/context"
import { matchText } from "@/server/ports/matcher/match-text"
import type { Match, WordIndex } from "@/server/ports/matcher/matcher.port"
import { sensitiveWordTable as t } from "./sensitive-word.table"

export type ListedWord = { word: string; homophone: boolean; category: number; action: number }
export type WordMatch = ListedWord & Pick<Match, "begin" | "end" | "by_sound">
type WordList = { words: readonly ListedWord[]; index: WordIndex }

/** The enabled words of this process, compiled; null if there are none. */
const lists = new WeakMap<Services, Promise<WordList | null>>()

/** Drops the words, which are loaded again when the next text is checked. */
export const forgetWords = (app: Services): void => void lists.delete(app)

const loadWords = async ({ app, db }: Pick<Ctx, "app" | "db">): Promise<WordList | null> => {
  const { word, homophone, category, action } = t
  const words = await db.select({ word, homophone, category, action }).from(t).where(eq(t.enable, true)).orderBy(t.id)
  return words.length ? { words, index: await app.matcher.compile(words) } : null
}

const wordsOf = (ctx: Pick<Ctx, "app" | "db">): Promise<WordList | null> => {
  const stored = lists.get(ctx.app)
  if (stored) return stored
  // Uses the connection of the caller, who may be inside a transaction.
  const loading = loadWords(ctx)
  lists.set(ctx.app, loading)
  loading.catch(() => lists.get(ctx.app) === loading && lists.delete(ctx.app))
  return loading
}

/** Checks whether the site has words, without compiling them again. */
export const hasWords = async (ctx: Pick<Ctx, "app" | "db">): Promise<boolean> => (await wordsOf(ctx)) !== null

/** Texts of more units are matched in a thread: shorter ones take less than a millisecond. */
const inProcess = 20_000

/** Returns the matches of each text. Without words this costs nothing. */
export const matchWords = async (ctx: Pick<Ctx, "app" | "db">, texts: readonly string[]): Promise<WordMatch[][]> => {
  const list = await wordsOf(ctx)
  if (!list) return texts.map(() => [])
  const { index, words } = list
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const all = length > inProcess ? await ctx.app.matcher.match(index, texts) : texts.map((text) => matchText(index, text))
  return all.map((matches) => matches.map(({ word, ...at }) => ({ ...words[word]!, ...at })))
}

/** Checks whether a text may be shown to other users: its matches have no action but recording. */
export const isPresentable = (matches: readonly WordMatch[]): boolean => matches.every(({ action }) => action === SensitiveAction.log)
