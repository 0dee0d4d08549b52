/** So many images are requested at once, besides the pages on the screen. */
const maxRunning = 2

type Request = { rank: () => number; start: () => void }
export type ImageQueue = {
  /** Queues a request; `rank` 0 = on the screen, which starts at once. Returns how to finish it, or to leave the queue. */
  ask: (rank: () => number, start: () => void) => () => void
  /** Starts what may start: called after all images of one rendering have asked. */
  next: () => void
}

/**
 * Loads page images by priority. They are large SVG files, and parsing one blocks the browser, so they load one after the other: what is on
 * the screen at once, its neighbours next, thumbnails last; a page that was scrolled past leaves the queue.
 */
export const createImageQueue = (): ImageQueue => {
  const waiting = new Set<Request>()
  let running = 0
  const first = (): Request | null => {
    let best: Request | null = null
    let least = Infinity
    for (const one of waiting) {
      const rank = one.rank()
      if (rank < least) [best, least] = [one, rank]
    }
    return least === 0 || running < maxRunning ? best : null
  }
  const begin = (one: Request) => {
    waiting.delete(one)
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
      const request = {
        rank,
        start: () => {
          begun = true
          start()
        },
      }
      if (rank() === 0) begin(request)
      else waiting.add(request)
      return () => {
        if (over) return
        over = true
        waiting.delete(request)
        if (!begun) return
        running--
        next()
      }
    },
    next,
  }
}

/** Priority of a sheet: 0 on the screen, then by distance, first in the direction of reading. */
export const rankOf = (page: number, { from, to, up }: { from: number; to: number; up: boolean }): number => {
  const last = Math.max(from, to)
  if (page >= from && page <= last) return 0
  const after = page > last
  return (after ? page - last : from - page) * 2 - (after === up ? 0 : 1)
}

/** After every sheet. */
export const thumbRank = 1_000
