import { keywordsOf } from "./keywords.rules"
import { textBands } from "./near-text.rules"

/** Data derived from a document's text. `keywords` are separated by commas. */
export type CollectedText = { keywords: string; text_length: number; bands: bigint[] }

/** Number of characters kept in memory while pages arrive, enough for keywords and language. */
const longest = 300_000
const keywordsLength = 512

/** Collects the texts of pages, which arrive in any order, and again after text recognition. */
export const collectText = () => {
  const texts = new Map<number, string>()
  let collected = 0
  let length = 0
  const lengths = new Map<number, number>()
  return {
    add: (page: number, text: string): void => {
      length += text.length - (lengths.get(page) ?? 0)
      lengths.set(page, text.length)
      collected -= texts.get(page)?.length ?? 0
      texts.delete(page)
      if (collected >= longest) return
      texts.set(page, text)
      collected += text.length
    },
    collected: async (): Promise<CollectedText> => {
      const text = [...texts]
        .toSorted(([one], [other]) => one - other)
        .map(([, fragments]) => fragments)
        .join("\n")
        .replaceAll("\u0000", "")
      return { keywords: joined(await keywordsOf(text)), text_length: length, bands: textBands(text) }
    },
  }
}

/** Joins as many as fit, whole words only. */
const joined = (fragments: string[]): string => {
  let line = ""
  for (const word of fragments) {
    const next = line ? `${line},${word}` : word
    if (next.length > keywordsLength) break
    line = next
  }
  return line
}
