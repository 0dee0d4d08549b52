/** The maximum number of concurrent image requests, besides those for visible pages. */
const maxRunning = 2

type Request = { rank: () => number; start: () => void }
export type ImageQueue = {
  /** Queues a request; `rank` 0 = on the screen, which starts at once. Returns a function that ends it or removes it from the queue. */
  ask: (rank: () => number, start: () => void) => () => void
  /** Starts the next requests; called after all images of one render are queued. */
  next: () => void
}

/**
 * Loads page images by priority. They are large SVG files, and parsing one blocks the browser, so they load one by one: visible pages
 * at once, their neighbours next, thumbnails last. A page that was scrolled past leaves the queue.
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
    // thumbnails leave a slot free: pages whose signatures arrive late would wait behind them
    return least === 0 || running < (least < thumbRank ? maxRunning : maxRunning - 1) ? best : null
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

/** Returns the priority of a sheet: 0 on the screen, then by distance, first in the direction of reading. */
export const rankOf = (page: number, { from, to, up }: { from: number; to: number; up: boolean }): number => {
  const last = Math.max(from, to)
  if (page >= from && page <= last) return 0
  const after = page > last
  return (after ? page - last : from - page) * 2 - (after === up ? 0 : 1)
}

/** The priority of thumbnails: after every sheet. */
export const thumbRank = 1_000
