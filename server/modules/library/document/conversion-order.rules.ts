/** The kind of job that converts documents. */
export const conversionJobName = "convert-document"

/** A document that waits for its conversion turn, or has one. */
export type ConversionCandidate = {
  id: number
  user_id: number
  size: number
  /** Its process died during the conversion, and there is no proof yet that the document was not the cause. */
  suspect: boolean
  /** Staff have moved it to the front. */
  first: boolean
  /** The document is converted again; its old pages stay visible until the new ones are ready. */
  redrawn: boolean
  /** Views of a document that is converted again; 0 for all others. */
  views: number
  /** The same content is being converted for another document, which makes this one readable as well. */
  shared: boolean
  /** At least one page is readable already. */
  hasPage: boolean
  /** A visitor waits for one of its pages. */
  hasVisitor: boolean
  /** When its owner last had a turn: a number that grows with every turn, 0 = never. */
  served: number
}

const sizeClass = (bytes: number): number => (bytes < 1_000_000 ? 0 : bytes < 10_000_000 ? 1 : 2)

const criteria: ((one: ConversionCandidate) => number)[] = [
  ({ suspect }) => Number(suspect),
  ({ first }) => Number(!first),
  ({ redrawn }) => Number(redrawn),
  ({ shared }) => Number(shared),
  ({ hasPage }) => Number(hasPage),
  ({ hasVisitor }) => Number(!hasVisitor),
  ({ size, redrawn }) => (redrawn ? 0 : sizeClass(size)),
]

const compareBy = (keys: ((one: ConversionCandidate) => number)[], a: ConversionCandidate, b: ConversionCandidate): number => {
  for (const key of keys) if (key(a) !== key(b)) return key(a) - key(b)
  return 0
}

/**
 * Returns a negative number if `a` interrupts `b`. The order: documents that staff moved to the front, documents without a readable page,
 * pages that a visitor waits for, then small files (below 1 MB, below 10 MB) before large ones.
 * After all of those come documents that are converted again, regardless of size, and last those whose process died.
 */
export const compareUrgency = (a: ConversionCandidate, b: ConversionCandidate): number => compareBy(criteria, a, b)

/**
 * Compares two documents by the order of turns: urgency, then most views among documents that are converted again, then alternating owners,
 * then the older document.
 */
export const compareTurns = (a: ConversionCandidate, b: ConversionCandidate): number =>
  compareUrgency(a, b) || compareBy([({ views }) => -views, ({ served }) => served, ({ id }) => id], a, b)

/**
 * How many turns in a row documents without a page may get before one that is half converted. Otherwise nothing is finished until every
 * document of a backlog has its first page (docs/decisions/485).
 */
export const turnsBeforeFinishing = 7

const isHalfConverted = ({ hasPage, suspect, redrawn, shared }: ConversionCandidate): boolean => hasPage && !suspect && !redrawn && !shared

/**
 * Returns the half converted document that gets the next turn although others have no page yet; null if it is the turn of the usual order.
 * It is the most urgent one, then the oldest, whoever owns it, so that the same document goes on until it is finished. `passed`: turns in a
 * row that it has missed (`countPassed`).
 */
export const findDue = (waiting: readonly ConversionCandidate[], passed: number): ConversionCandidate | null => {
  if (passed < turnsBeforeFinishing || waiting.some(({ first, suspect }) => first && !suspect)) return null
  return waiting.filter(isHalfConverted).sort((a, b) => compareUrgency(a, b) || a.id - b.id)[0] ?? null
}

/** Counts the turns in a row that half converted documents have missed, after `chosen` got a turn. */
export const countPassed = (passed: number, chosen: ConversionCandidate, waiting: readonly ConversionCandidate[]): number =>
  !chosen.hasPage && waiting.some(isHalfConverted) ? passed + 1 : 0

/**
 * Whether a conversion has to yield to `next`. `sliceOver`: it has worked for the time of a turn. `due`: it got its turn by `findDue`, and
 * keeps it for that time, unless staff or a visitor want `next`.
 */
export const mustYield = (
  atWork: ConversionCandidate,
  next: ConversionCandidate,
  { sliceOver, due }: { sliceOver: boolean; due: boolean },
): boolean => {
  if (sliceOver) return compareTurns(next, atWork) < 0
  return (!due || next.first || next.hasVisitor) && compareUrgency(next, atWork) < 0
}
