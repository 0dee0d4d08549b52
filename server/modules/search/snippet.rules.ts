import { marked } from "../../../lib/domain/marked"
import { foldWithPlaces, placesOf } from "../../../lib/domain/text-folding"

type Place = [from: number, to: number]

/** The end of the character that begins here: never half of one. */
const endOf = (text: string, at: number) => at + (/[\ud800-\udbff]/.test(text[at] ?? "") ? 2 : 1)

/** Where the folded terms stand in a text, in order, without overlaps. */
export const placesIn = (text: string, terms: readonly string[]): Place[] => {
  const { folded, places } = foldWithPlaces(text)
  const found = terms
    .flatMap((term) => placesOf(folded, term).map((at): Place => [places[at]!, endOf(text, places[at + term.length - 1]!)]))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const kept: Place[] = []
  for (const place of found) if (!kept.length || place[0] >= kept.at(-1)![1]) kept.push(place)
  return kept
}

/** The text with <em> around the terms. */
export const withMarks = (text: string, terms: readonly string[]): string => marked(text, placesIn(text, terms))

const around = { before: 30, length: 150 }

/** The part of a text around its first match, in one line; "" where there is none. */
export const snippetOf = (text: string, terms: readonly string[]): string => {
  const first = placesIn(text, terms)[0]
  if (!first) return ""
  const from = Math.max(0, first[0] - around.before)
  const cut = text.slice(/[\udc00-\udfff]/.test(text[from] ?? "") ? from + 1 : from, from + around.length).replace(/[\s\p{Cc}]+/gu, " ")
  const whole = cut.replace(/[\ud800-\udbff]$/, "").trim()
  return `${from > 0 ? "…" : ""}${withMarks(whole, terms)}${text.length > from + around.length ? "…" : ""}`
}
