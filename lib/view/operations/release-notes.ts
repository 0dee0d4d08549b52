const yearMs = 365 * 86_400_000
/** A licence that ends in more than this many years is displayed as permanent. */
const endlessYears = 3

export const isEndless = (until: string, now: number): boolean => new Date(until).getTime() - now > endlessYears * yearMs

/** Returns the non-empty lines of a version's release notes (Markdown), without list and heading markers. */
export const noteLines = (body: string): string[] => [
  ...new Set(
    body
      .split("\n")
      .map((line) => line.replace(/^\s*([-*+]|#{1,6}|\d+\.)\s+/, "").trim())
      .filter(Boolean),
  ),
]
