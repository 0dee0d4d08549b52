import { marked } from "@/lib/rules/marked"
import { foldWithPlaces, placesOf } from "@/lib/rules/library/text-folding"

/** Returns a title or description without the highlight tags that some servers insert. */
export const plain = (text: string): string => text.replace(/<\/?(?:em|mark)>/g, "")

/**
 * Escapes a plain text and puts <em> around the words of a query (`lib/rules/marked.ts`). As in the search itself, width, case and white
 * space are ignored.
 */
export const withMarks = (text: string, wd: string): string => {
  const words = wd.split(/\s+/).map((word) => foldWithPlaces(word).folded)
  const { folded, places } = foldWithPlaces(text)
  const found = words
    .flatMap((word) => placesOf(folded, word).map((at) => [places[at]!, endOf(text, places[at + word.length - 1]!)] as const))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const kept: (typeof found)[number][] = []
  for (const place of found) if (kept.length === 0 || place[0] >= kept.at(-1)![1]) kept.push(place)
  return marked(text, kept)
}

/** Returns the end of the character at this position, without splitting a surrogate pair. */
const endOf = (text: string, at: number) => at + (/[\ud800-\udbff]/.test(text[at] ?? "") ? 2 : 1)
