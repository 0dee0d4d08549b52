import { fold } from "./fold"
import type { Entry } from "./search.port"
import { addSingles, addTokens, facetTokens } from "./tokens"

/** An entry as the index keeps it. `text` = title, keywords, description and the pages, each folded and on a line of its own. */
export type Analysed = {
  title: string
  keywords: string
  text: string
  /** words of title and keywords */
  words: string[]
  /** Latin words, for mending mistyped ones */
  latin: string[]
  /** the title's sounds in a row (ziti), and the first letters of its characters (zt) */
  pinyin: string
  initials: string
  tokens: Int32Array
}

/** Cuts Chinese text into words. */
export type Cut = (text: string) => string[]
/** The sounds of a text, one a character; of other letters themselves. */
export type Spell = (text: string) => { pinyin: string; initials: string }

/** Lines before the first page. */
export const headLines = 3
/** Characters of text that are kept of one entry. */
const maxText = 10_000_000
const maxLatin = 2_000

const latinWord = /[a-z][a-z0-9]{3,23}/g
const latinOf = (texts: string[]): string[] => {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(latinWord)) words.add(word)
    if (words.size >= maxLatin) break
  }
  return [...words].slice(0, maxLatin)
}

/** Folds and cuts an entry. Takes about a millisecond a page: never on a thread that serves people. */
export const analyse = (entry: Entry, cut: Cut, spell: Spell): Analysed => {
  const head = [entry.title, entry.keywords, entry.description].map(fold) as [string, string, string]
  const [title, keywords] = head
  const lines: string[] = [...head]
  let length = 0
  for (const page of entry.pages) {
    const line = length < maxText ? fold(page) : ""
    length += line.length
    lines.push(line)
  }
  const tokens = new Set<number>(facetTokens(entry))
  for (const line of lines) addTokens(line, tokens)
  addSingles(title, tokens)
  addSingles(keywords, tokens)
  return {
    title,
    keywords,
    text: lines.join("\n"),
    words: wordsOf(`${entry.title} ${entry.keywords}`, cut),
    latin: latinOf([entry.title, entry.keywords, entry.description, ...entry.pages]),
    ...spell(entry.title),
    tokens: Int32Array.from(tokens).sort(),
  }
}

/** Words of two characters and more, folded. */
export const wordsOf = (text: string, cut: Cut): string[] => [
  ...new Set(
    cut(text)
      .map(fold)
      .filter((word) => word.length > 1),
  ),
]
