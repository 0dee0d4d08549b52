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

/** The score of a candidate: shared keywords, keywords in its title, similar titles. 0 = nothing in common. */
export const nearness = (keywords: string[], title: string): ((one: Titled) => number) => {
  const pairs = pairsOf(title)
  return (one) => {
    const theirTitle = foldText(one.title)
    const theirs = new Set(splitKeywords(one.keywords))
    const their = pairsOf(one.title)
    const same = [...their].filter((pair) => pairs.has(pair)).length
    const alike = their.size + pairs.size > 0 ? (2 * same) / (their.size + pairs.size) : 0
    return (
      keywords.reduce((sum, word) => sum + (theirs.has(word) ? 3 : 0) + (theirTitle.includes(word) ? 2 : 0), 0) +
      (same >= 2 ? 10 * alike : 0)
    )
  }
}
