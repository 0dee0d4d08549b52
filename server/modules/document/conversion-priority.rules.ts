/**
 * Small files first: their owners wait at the screen. Every file that the same person has waiting already takes one step back,
 * so that a hundred files of one person do not keep everybody else's from the first.
 */
export const conversionPriority = (bytes: number, waiting: number): number =>
  (bytes < 1_000_000 ? 30 : bytes < 10_000_000 ? 20 : 10) - waiting

/** Reconversions have the lowest priority: their documents are readable meanwhile. */
export const redrawPriority = -10_000
