/** Splits a query into lower-case words. */
export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** The shortest piece of a Chinese word that means something by itself. */
const shortest = 2

/**
 * Checks whether the word consists of pieces that all occur in the text: 评论审核 matches 评论需要审核. Chinese is written without spaces, so
 * the words that a person means are not separated.
 */
const isComposed = (word: string, text: string): boolean => {
  const reachable = new Set([0])
  for (let start = 0; start < word.length; start++) {
    if (!reachable.has(start)) continue
    for (let end = start + shortest; end <= word.length && text.includes(word.slice(start, end)); end++) reachable.add(end)
  }
  return reachable.has(word.length)
}

/** How well a text of an entry matches the words: 0 whole in the label, 3 in pieces anywhere, null not at all. */
export const rankOf = (words: readonly string[], label: string, more: string): number | null => {
  const title = label.toLowerCase()
  const all = `${label} ${more}`.toLowerCase()
  if (words.every((word) => title.includes(word))) return 0
  if (words.every((word) => all.includes(word))) return 1
  if (words.every((word) => title.includes(word) || isComposed(word, title))) return 2
  return words.every((word) => all.includes(word) || isComposed(word, all)) ? 3 : null
}
