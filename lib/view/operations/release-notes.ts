const yearMs = 365 * 86_400_000
/** A licence that ends later than in so many years is said to be for ever. */
const endlessYears = 3

export const isEndless = (until: string, now: number): boolean => new Date(until).getTime() - now > endlessYears * yearMs

/** The lines of a version's notes (Markdown) without the signs of lists and headings; empty ones are left out. */
export const noteLines = (body: string): string[] => [
  ...new Set(
    body
      .split("\n")
      .map((line) => line.replace(/^\s*([-*+]|#{1,6}|\d+\.)\s+/, "").trim())
      .filter(Boolean),
  ),
]
