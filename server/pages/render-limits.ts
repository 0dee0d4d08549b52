import { LRUCache } from "lru-cache"

/** How many renderings one visitor may cause: so many at once, and then so many a second. */
export type RenderLimit = { perSecond: number; atOnce: number }

/** Visitors that are remembered; who is forgotten begins anew. */
const maxVisitors = 20_000

/**
 * Counts renderings by visitor. A rendering takes the processor of this process alone, so each process counts for itself.
 * `mayRender` takes one from the visitor's share, or says that nothing is left of it.
 */
export const createRenderLimits = ({ perSecond, atOnce }: RenderLimit, now: () => number = () => performance.now()) => {
  const left = new LRUCache<string, { renderings: number; at: number }>({ max: maxVisitors })
  const mayRender = (visitor: string): boolean => {
    const at = now()
    const before = left.get(visitor)
    const renderings = before ? Math.min(atOnce, before.renderings + ((at - before.at) / 1000) * perSecond) : atOnce
    const may = renderings >= 1
    left.set(visitor, { renderings: may ? renderings - 1 : renderings, at })
    return may
  }
  return { mayRender }
}
