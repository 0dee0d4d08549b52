const minute = 60_000

/**
 * Returns the time budget of a conversion in milliseconds: five minutes and one more per MB, `longest` minutes at most
 * (docs/reference/conversion.md 8).
 */
export const conversionBudget = (bytes: number, longest: number): number => Math.round(Math.min(longest, 5 + bytes / 1_000_000) * minute)
