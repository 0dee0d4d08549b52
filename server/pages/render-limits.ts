import { LRUCache } from "lru-cache"

/** How many renders one visitor may cause: a burst of `atOnce`, then `perSecond`. */
export type RenderLimit = { perSecond: number; atOnce: number }

/** How many visitors are remembered. A forgotten visitor starts with a full allowance. */
const maxVisitors = 20_000

/**
 * Limits renders per visitor. A render uses only the CPU of this process, so each process counts for itself.
 * `mayRender` takes one render from the visitor's allowance and returns false if none is left.
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
