import { fold } from "./fold"
import type { SearchEntry } from "./search.port"
import { addSingles, addTokens, facetTokens, titleTokens, wholeTitleToken } from "./tokens"

/** An entry as stored in the index. `text` contains title, keywords, description and the pages, each folded and on its own line. */
export type Analysed = {
  title: string
  keywords: string
  text: string
  /** Words of title and keywords. */
  words: string[]
  /** Latin words, for correcting typos. */
  latin: string[]
  /** The title's pinyin as one string (ziti), and the initials of its characters (zt). */
  pinyin: string
  initials: string
  tokens: Int32Array
}

/** Segments Chinese text into words. */
export type Cut = (text: string) => string[]
/** Returns the pinyin of each character. Characters without one are kept as they are. */
export type Spell = (text: string) => { pinyin: string; initials: string }

/** Number of lines before the first page. */
export const headLines = 3
/** Maximum number of text characters stored per entry. */
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

/** Folds and segments an entry. Takes about a millisecond per page, so never run it on a thread that serves requests. */
export const analyse = (entry: SearchEntry, cut: Cut, spell: Spell): Analysed => {
  const head = [entry.title, entry.keywords, entry.description].map(fold) as [string, string, string]
  const [title, keywords] = head
  const lines: string[] = [...head]
  let length = 0
  for (const page of entry.pages) {
    const line = length < maxText ? fold(page) : ""
    length += line.length
    lines.push(line)
  }
  const tokens = new Set<number>([...facetTokens(entry), ...titleTokens(title), wholeTitleToken(title)])
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

/** Returns the folded words of at least two characters. */
export const wordsOf = (text: string, cut: Cut): string[] => [
  ...new Set(
    cut(text)
      .map(fold)
      .filter((word) => word.length > 1),
  ),
]
