import { foldWhole, foldWithPlaces, placesOf } from "@/lib/domain/text-folding"

/** A piece of a paragraph; `nth` = number of the hit on this page that it belongs to, -1 = none. */
export type Piece = { text: string; nth: number }

/** Paragraphs of one page, cut at the hits of a search in the order of the server; a hit may reach over two paragraphs. */
export const markedParagraphs = (paragraphs: string[], word: string): Piece[][] => {
  const wanted = foldWhole(word)
  if (!wanted) return paragraphs.map((text) => [{ text, nth: -1 }])
  const folded = paragraphs.map((paragraph) => foldWithPlaces(paragraph))
  const starts = placesOf(folded.map((one) => one.folded).join(""), wanted)
  let begin = 0
  return paragraphs.map((text, index) => {
    const { folded: own, places } = folded[index]!
    const pieces: Piece[] = []
    let at = 0
    starts.forEach((start, nth) => {
      const from = Math.max(0, start - begin)
      const to = Math.min(own.length, start + wanted.length - begin)
      if (from >= to) return
      // white space after the last character belongs to what follows
      const [left, right] = [places[from]!, places[to - 1]! + charAt(text, places[to - 1]!)]
      if (left > at) pieces.push({ text: text.slice(at, left), nth: -1 })
      pieces.push({ text: text.slice(left, right), nth })
      at = right
    })
    begin += own.length
    if (at < text.length) pieces.push({ text: text.slice(at), nth: -1 })
    return pieces
  })
}

/** Length of the character at a place: some take two units. */
const charAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
