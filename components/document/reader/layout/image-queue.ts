/** Besides the pages one looks at, so many images are asked for at once. */
const maxRunning = 2

type Asker = { rank: () => number; start: () => void }
export type ImageQueue = {
  /** Waits in line; `rank` 0 = on the screen, which begins at once. What is given back ends the turn, or leaves the line. */
  ask: (rank: () => number, start: () => void) => () => void
  /** Lets begin who may: called once everybody of one drawing has asked. */
  next: () => void
}

/**
 * Page images are vectors, and a browser takes each of them in without a pause. So they come one after the other: what is on the screen at
 * once, its neighbours then, thumbnails last; a page that was only flown past has left the line before its turn.
 */
export const createImageQueue = (): ImageQueue => {
  const line = new Set<Asker>()
  let running = 0
  const first = (): Asker | null => {
    let best: Asker | null = null
    let least = Infinity
    for (const one of line) {
      const rank = one.rank()
      if (rank < least) [best, least] = [one, rank]
    }
    return least === 0 || running < maxRunning ? best : null
  }
  const begin = (one: Asker) => {
    line.delete(one)
    running++
    one.start()
  }
  const next = () => {
    for (let one = first(); one; one = first()) begin(one)
  }
  return {
    ask: (rank, start) => {
      let begun = false
      let over = false
      const asker = {
        rank,
        start: () => {
          begun = true
          start()
        },
      }
      if (rank() === 0) begin(asker)
      else line.add(asker)
      return () => {
        if (over) return
        over = true
        line.delete(asker)
        if (!begun) return
        running--
        next()
      }
    },
    next,
  }
}

/** A sheet's place in the line: what is on the screen, then by distance, first where one is heading. */
export const rankOf = (page: number, { from, to, up }: { from: number; to: number; up: boolean }): number => {
  const last = Math.max(from, to)
  if (page >= from && page <= last) return 0
  const after = page > last
  return (after ? page - last : from - page) * 2 - (after === up ? 0 : 1)
}

/** Behind every sheet. */
export const thumbRank = 1_000
