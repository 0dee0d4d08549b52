/** Splits a text at every occurrence of the words, in any case: every second part is one of them. */
export const splitAtWords = (text: string, words: readonly string[]): string[] => {
  const longestFirst = [...new Set(words.filter(Boolean))].toSorted((a, b) => b.length - a.length)
  if (!longestFirst.length) return [text]
  const escaped = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return text.split(new RegExp(`(${escaped.join("|")})`, "giu"))
}

/** A text with the words marked. */
export const MarkedWords = ({ text, words }: { text: string; words: readonly string[] }) =>
  splitAtWords(text, words).map((part, at) => (at % 2 ? <mark key={at}>{part}</mark> : part))
