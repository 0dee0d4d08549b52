import {
  parseWords,
  writeWords,
  wordFault,
  maxWords,
  type WordLine,
  type RefusedWordLine,
} from "@/lib/rules/community/sensitive-word-lines"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { foldWord } from "@/server/ports/matcher/normal-text"
import { countWords, listWords, lockWordsLike, writeWordRows } from "./sensitive-word.repository"
import { matchWords } from "./word-list.usecases"

/** Returns why a word cannot be matched, or "". */
const foldFault = (folded: string): string => {
  if (!folded) return "敏感词里要有文字或数字"
  return /^[a-z0-9]$/.test(folded) ? "一个字母或数字太短，会命中很多正常的内容" : ""
}

type Changed = { word?: string; folded?: string }

/** Checks a word from the form and adds the form in which it is matched. */
export const requireWord = async (ctx: Ctx, row: Changed, id: number): Promise<void> => {
  if (id === 0 && (await countWords(ctx.db)) >= maxWords) throw invalid(`最多可以有 ${maxWords} 个敏感词`, "word")
  if (row.word === undefined) return
  row.folded = foldWord(row.word)
  const fault = wordFault(row.word) || foldFault(row.folded)
  if (fault) throw invalid(fault, "word")
}

/** Rows of one statement. */
const chunk = 2_000

/**
 * Adds the words of a text and changes those that exist. Lines that cannot be used are returned with their numbers, and do not prevent the
 * others.
 */
export const importWords = (ctx: LoggedIn, { text }: { text: string }) =>
  ctx.tx(async (ctx) => {
    const { rows, refused } = parseWords(text)
    const fresh = new Map<string, WordLine & { folded: string }>()
    for (const row of rows) {
      const folded = foldWord(row.word)
      const earlier = fresh.get(folded)
      const message = foldFault(folded) || (earlier ? `和第 ${earlier.line} 行“${earlier.word}”是同一个词` : "")
      if (message) refused.push({ line: row.line, text: row.word, message })
      else fresh.set(folded, { ...row, folded })
    }
    const counts = { added: 0, changed: 0, same: 0 }
    let room = maxWords - (await countWords(ctx.db))
    const all = [...fresh.values()]
    for (let at = 0; at < all.length; at += chunk) {
      const some = all.slice(at, at + chunk)
      const stored = await lockWordsLike(ctx.db, some)
      const byFold = new Map(stored.map((row) => [row.folded, row]))
      const written = some.filter((row) => {
        const before = byFold.get(row.folded)
        if (before && compared.every((name) => before[name] === row[name])) return void counts.same++
        if (before) return ++counts.changed
        if (room <= 0) return void refused.push({ line: row.line, text: row.word, message: `最多可以有 ${maxWords} 个敏感词` })
        room--
        return ++counts.added
      })
      await writeWordRows(ctx, written)
    }
    if (counts.added || counts.changed) await ctx.announce("words")
    return { ...counts, refused: refused.toSorted((a, b) => a.line - b.line) satisfies RefusedWordLine[] }
  })

const compared = ["word", "category", "action", "homophone", "enable"] as const

/** Writes all words in the format of the import. */
export const exportWords = async (ctx: LoggedIn) => ({ text: writeWords(await listWords(ctx.db)) })

/** Returns the matches of a text by their position, the first 1,000. Nothing is recorded. */
export const testText = async (ctx: LoggedIn, { text }: { text: string }) => {
  const [matches = []] = await matchWords(ctx, [text])
  return { hit: matches.toSorted((a, b) => a.begin - b.begin || a.end - b.end).slice(0, 1_000) }
}
