/** A document whose conversion waits for a turn, or has one. */
export type Candidate = {
  id: number
  user_id: number
  size: number
  /** its process died while it was worked at, and nothing has shown yet that it was not the cause */
  suspect: boolean
  /** its old pages are shown until the new ones are drawn */
  redrawn: boolean
  /** how often it was looked at, of what is drawn anew; 0 of everything else */
  views: number
  /** the same content is being drawn for another document, which makes this one readable as well */
  shared: boolean
  /** something of it can be read already */
  hasPage: boolean
  /** somebody waits for one of its pages */
  wanted: boolean
  /** when its owner last had a turn: a number that grows with every turn, 0 = never */
  served: number
}

const sizeClass = (bytes: number): number => (bytes < 1_000_000 ? 0 : bytes < 10_000_000 ? 1 : 2)

const criteria: ((one: Candidate) => number)[] = [
  ({ suspect }) => Number(suspect),
  ({ redrawn }) => Number(redrawn),
  ({ shared }) => Number(shared),
  ({ hasPage }) => Number(hasPage),
  ({ wanted }) => Number(!wanted),
  ({ size, redrawn }) => (redrawn ? 0 : sizeClass(size)),
]

const compareBy = (keys: ((one: Candidate) => number)[], a: Candidate, b: Candidate): number => {
  for (const key of keys) if (key(a) !== key(b)) return key(a) - key(b)
  return 0
}

/**
 * Negative when `a` interrupts `b`: what nobody can read yet goes before what has a page, then the page that somebody waits
 * for, then small files (below 1 MB, below 10 MB) before large ones. Behind all that: documents that are drawn anew, whatever their size, and last
 * those whose process died.
 */
export const compareUrgency = (a: Candidate, b: Candidate): number => compareBy(criteria, a, b)

/** The order in which turns are given: by urgency, of what is drawn anew by what is read most, then turn by turn between people, then the older document. */
export const compareTurns = (a: Candidate, b: Candidate): number =>
  compareUrgency(a, b) || compareBy([({ views }) => -views, ({ served }) => served, ({ id }) => id], a, b)
