import { foldWhole, foldWithOffsets, placesOf } from "@/lib/rules/library/text-folding"

/** A piece of a paragraph; `nth` = index on this page of the match that it belongs to, -1 = none. */
export type Piece = { text: string; nth: number }

/** Splits the paragraphs of one page at the search matches, in the server's order; a match may span two paragraphs. */
export const markedParagraphs = (paragraphs: string[], word: string): Piece[][] => {
  const foldedWord = foldWhole(word)
  if (!foldedWord) return paragraphs.map((text) => [{ text, nth: -1 }])
  const folded = paragraphs.map((paragraph) => foldWithOffsets(paragraph))
  const starts = placesOf(folded.map((one) => one.folded).join(""), foldedWord)
  let begin = 0
  return paragraphs.map((text, index) => {
    const { folded: foldedText, places } = folded[index]!
    const pieces: Piece[] = []
    let at = 0
    starts.forEach((start, nth) => {
      const from = Math.max(0, start - begin)
      const to = Math.min(foldedText.length, start + foldedWord.length - begin)
      if (from >= to) return
      // white space after the last character belongs to the following piece
      const [left, right] = [places[from]!, places[to - 1]! + charAt(text, places[to - 1]!)]
      if (left > at) pieces.push({ text: text.slice(at, left), nth: -1 })
      pieces.push({ text: text.slice(left, right), nth })
      at = right
    })
    begin += foldedText.length
    if (at < text.length) pieces.push({ text: text.slice(at), nth: -1 })
    return pieces
  })
}

/**
 * Returns which highlight of a page corresponds to a match of the server: the one with the same surrounding text. The server also counts
 * running heads, which are not displayed, and reads tables in another order. -1 = none.
 */
export const positionOfHit = (
  paragraphs: string[],
  word: string,
  { snippet, start, length }: { snippet: string; start: number; length: number },
): number => {
  const text = paragraphs.map((paragraph) => foldWhole(paragraph)).join("")
  const foldedWord = foldWhole(word)
  if (!foldedWord) return -1
  const before = foldWhole(snippet.slice(0, start))
  const after = foldWhole(snippet.slice(start + length))
  const alike = (one: string, other: string, turn: (at: number, text: string) => string | undefined) => {
    let count = 0
    while (count < one.length && count < other.length && turn(count, one) === turn(count, other)) count++
    return count
  }
  let [best, most] = [-1, -1]
  placesOf(text, foldedWord).forEach((offset, nth) => {
    const score =
      alike(before, text.slice(0, offset), (at, part) => part.at(-1 - at)) +
      alike(after, text.slice(offset + foldedWord.length), (at, part) => part[at])
    if (score > most) [best, most] = [nth, score]
  })
  return best
}

/** Splits the pieces of one text where links begin and end as well; `link` = index in `links`, -1 = none. */
export const linkedPieces = (pieces: readonly Piece[], links: readonly { from: number; to: number }[]): (Piece & { link: number })[] => {
  let at = 0
  return pieces.flatMap(({ text, nth }) => {
    const [begin, end] = [at, at + text.length]
    at = end
    const cuts = [begin, ...links.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > begin && cut < end), end]
    const places = [...new Set(cuts)].sort((one, other) => one - other)
    return places.slice(1).map((to, index) => {
      const from = places[index]!
      return { text: text.slice(from - begin, to - begin), nth, link: links.findIndex((one) => one.from <= from && to <= one.to) }
    })
  })
}

/** Returns the length of the character at an index: some take two UTF-16 units. */
const charAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
