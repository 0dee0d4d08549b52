import { marked } from "@/lib/rules/marked"
import { foldWithPlaces, placesOf } from "@/lib/rules/library/text-folding"
import { fold } from "@/server/ports/search/fold"

type Place = [from: number, to: number]

/** Returns the end of the character that starts here; never splits a surrogate pair. */
const endOf = (text: string, at: number) => at + (/[\ud800-\udbff]/.test(text[at] ?? "") ? 2 : 1)

/** Returns the positions of the folded terms in a text, in order and without overlaps. */
export const placesIn = (text: string, terms: readonly string[]): Place[] => {
  const { folded, places } = foldWithPlaces(text, fold)
  const found = terms
    .flatMap((term) => placesOf(folded, term).map((at): Place => [places[at]!, endOf(text, places[at + term.length - 1]!)]))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const kept: Place[] = []
  for (const place of found) if (!kept.length || place[0] >= kept.at(-1)![1]) kept.push(place)
  return kept
}

/** Returns the text with <em> around the terms. */
export const withMarks = (text: string, terms: readonly string[]): string => marked(text, placesIn(text, terms))

const around = { before: 30, length: 150 }
/** A text is searched in parts of this size that overlap by the longest term, so a match early in a long text is cheap. */
const part = 4_000
const longest = 400

/** Returns the position of the first match; null for none. */
const firstPlace = (text: string, terms: readonly string[]): number | null => {
  for (let from = 0; from < text.length; from += part) {
    const found = placesIn(text.slice(from, from + part + longest), terms)[0]
    if (found) return from + found[0]
  }
  return null
}

/** Returns the part of a text around its first match, in one line; "" for no match. */
export const snippetOf = (text: string, terms: readonly string[]): string => {
  const first = firstPlace(text, terms)
  if (first === null) return ""
  const begin = Math.max(0, first - around.before)
  const from = /[\udc00-\udfff]/.test(text[begin] ?? "") ? begin + 1 : begin
  const cut = text
    .slice(from, from + around.length)
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  return `${from > 0 ? "…" : ""}${withMarks(cut, terms)}${text.length > from + around.length ? "…" : ""}`
}
