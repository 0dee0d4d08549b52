/** Checks whether two words differ by one letter: a replaced, added or missing one, or two swapped neighbours. */
export const oneLetterApart = (one: string, other: string): boolean => {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}

/** Returns the first word that is one letter apart; null if the list contains the word itself. */
export const nearestWord = (word: string, words: readonly string[]): string | null =>
  words.includes(word) ? null : (words.find((one) => oneLetterApart(word, one)) ?? null)
