/** Returns the keywords of the matching documents, most frequent first, without the search query itself. */
export const relatedKeywords = (documents: { keywords: string }[], wd: string, limit = 10): string[] => {
  const seen = new Map<string, number>()
  for (const { keywords } of documents)
    for (const word of keywords.split(/[,，;；、]+/).map((text) => text.trim()))
      if (word.length > 1 && word.length <= 12 && word !== wd) seen.set(word, (seen.get(word) ?? 0) + 1)
  return [...seen]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([word]) => word)
}
