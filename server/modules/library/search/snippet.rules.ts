import { marked } from "@/lib/rules/marked"
import { foldWithOffsets, placesOf } from "@/lib/rules/library/text-folding"
import { fold } from "@/server/ports/search/fold"

type TextRange = [from: number, to: number]

/** Returns the end of the character that starts here; never splits a surrogate pair. */
const endOf = (text: string, at: number) => at + (/[\ud800-\udbff]/.test(text[at] ?? "") ? 2 : 1)

/** Returns the positions of the folded terms in a text, in order and without overlaps. */
export const matchesIn = (text: string, terms: readonly string[]): TextRange[] => {
  const { folded, places } = foldWithOffsets(text, fold)
  const matches = terms
    .flatMap((term) => placesOf(folded, term).map((at): TextRange => [places[at]!, endOf(text, places[at + term.length - 1]!)]))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const separateMatches: TextRange[] = []
  for (const match of matches) if (!separateMatches.length || match[0] >= separateMatches.at(-1)![1]) separateMatches.push(match)
  return separateMatches
}

/** Returns the text with <em> around the terms. */
export const withMarks = (text: string, terms: readonly string[]): string => marked(text, matchesIn(text, terms))

const around = { before: 30, length: 150 }
/** A text is searched in parts of this size that overlap by the longest term, so a match early in a long text is cheap. */
const part = 4_000
const longest = 400

/** Returns the position of the first match; null for none. */
const firstMatch = (text: string, terms: readonly string[]): number | null => {
  for (let from = 0; from < text.length; from += part) {
    const match = matchesIn(text.slice(from, from + part + longest), terms)[0]
    if (match) return from + match[0]
  }
  return null
}

/** Returns the part of a text around its first match, in one line; "" for no match. */
export const snippetOf = (text: string, terms: readonly string[]): string => {
  const first = firstMatch(text, terms)
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
