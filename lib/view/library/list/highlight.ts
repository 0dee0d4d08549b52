import { marked } from "@/lib/rules/marked"
import { foldWithOffsets, placesOf } from "@/lib/rules/library/text-folding"

/** Returns a title or description without the highlight tags that some servers insert. */
export const plain = (text: string): string => text.replace(/<\/?(?:em|mark)>/g, "")

/**
 * Escapes a plain text and puts <em> around the words of a query (`lib/rules/marked.ts`). As in the search itself, width, case and white
 * space are ignored.
 */
export const withMarks = (text: string, wd: string): string => {
  const words = wd.split(/\s+/).map((word) => foldWithOffsets(word).folded)
  const { folded, places } = foldWithOffsets(text)
  const matches = words
    .flatMap((word) => placesOf(folded, word).map((at) => [places[at]!, endOf(text, places[at + word.length - 1]!)] as const))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const separateMatches: (typeof matches)[number][] = []
  for (const match of matches) if (separateMatches.length === 0 || match[0] >= separateMatches.at(-1)![1]) separateMatches.push(match)
  return marked(text, separateMatches)
}

/** Returns the end of the character at this position, without splitting a surrogate pair. */
const endOf = (text: string, at: number) => at + (/[\ud800-\udbff]/.test(text[at] ?? "") ? 2 : 1)
