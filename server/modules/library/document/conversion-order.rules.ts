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
