import { LRUCache } from "lru-cache"
import { foldText, foldWhole } from "./text-folding"

/* Scores how closely two titles with their keywords are related, for lists of related documents. */

export type Titled = { title: string; keywords: string }

/** Splits a line into folded keywords, at most twelve; skips single letters, which are not specific enough. */
export const splitKeywords = (keywords: string): string[] =>
  [
    ...new Set(
      foldText(keywords)
        .split(/[,，;；、|\s]+/)
        .filter((word) => [...word].length >= 2),
    ),
  ].slice(0, 12)

/** Returns pairs of adjacent letters. They work for Chinese, which has no spaces, and for other languages. */
const pairsOf = (title: string): Set<string> => {
  const letters = [...foldWhole(title).replace(/[^\p{L}\p{N}]+/gu, "")]
  return new Set(letters.slice(1).map((letter, at) => letters[at]! + letter))
}

type Parts = { title: string; keywords: ReadonlySet<string>; pairs: ReadonlySet<string> }

/** A cache of parsed titles: the newest documents of a category are candidates for all others in it. */
const looked = new LRUCache<string, Parts>({ max: 2_000 })

const partsOf = ({ title, keywords }: Titled): Parts => {
  const key = `${title}\n${keywords}`
  const cachedParts = looked.get(key)
  if (cachedParts) return cachedParts
  const parts = { title: foldText(title), keywords: new Set(splitKeywords(keywords)), pairs: pairsOf(title) }
  looked.set(key, parts)
  return parts
}

/** Returns a scoring function for candidates: shared keywords, keywords in the candidate's title, similar titles. 0 = nothing in common. */
export const nearness = (keywords: string[], title: string): ((one: Titled) => number) => {
  const pairs = pairsOf(title)
  return (one) => {
    const theirs = partsOf(one)
    let same = 0
    for (const pair of theirs.pairs) if (pairs.has(pair)) same++
    const alike = same >= 2 ? (2 * same) / (theirs.pairs.size + pairs.size) : 0
    return keywords.reduce((sum, word) => sum + (theirs.keywords.has(word) ? 3 : 0) + (theirs.title.includes(word) ? 2 : 0), 10 * alike)
  }
}
