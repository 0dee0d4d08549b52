import { LRUCache } from "lru-cache"
import { foldText, foldWhole } from "./text-folding"

/* How much two titles with their keywords have to do with each other, for lists of related things. */

export type Titled = { title: string; keywords: string }

/** The keywords of a line, folded, at most twelve; single letters say too little. */
export const splitKeywords = (keywords: string): string[] =>
  [
    ...new Set(
      foldText(keywords)
        .split(/[,，;；、|\s]+/)
        .filter((word) => [...word].length >= 2),
    ),
  ].slice(0, 12)

/** Pairs of neighbouring letters: good for Chinese, which has no spaces, and for the rest. */
const pairsOf = (title: string): Set<string> => {
  const letters = [...foldWhole(title).replace(/[^\p{L}\p{N}]+/gu, "")]
  return new Set(letters.slice(1).map((letter, at) => letters[at]! + letter))
}

type Parts = { title: string; keywords: ReadonlySet<string>; pairs: ReadonlySet<string> }

/** What was looked at lately: the newest of a category are candidates of everything in it. */
const looked = new LRUCache<string, Parts>({ max: 2_000 })

const partsOf = ({ title, keywords }: Titled): Parts => {
  const key = `${title}\n${keywords}`
  const known = looked.get(key)
  if (known) return known
  const parts = { title: foldText(title), keywords: new Set(splitKeywords(keywords)), pairs: pairsOf(title) }
  looked.set(key, parts)
  return parts
}

/** The score of a candidate: shared keywords, keywords in its title, similar titles. 0 = nothing in common. */
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
