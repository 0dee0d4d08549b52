import { LRUCache } from "lru-cache"
import { crawlerOf } from "../../lib/rules/site/crawlers"

/** How many crawlers are counted separately; their names come from the user agent. */
const maxCrawlers = 500
/** With this many renders under way, a crawler may cause half as many as on a quiet site. */
const busyAt = 4

/**
 * Limits the renders that each crawler may cause in this process. Cached pages are always answered. `inFlight`: renders under way; the more,
 * the slower a crawler's allowance grows.
 */
export const createCrawlerLimits = (inFlight: () => number, now: () => number = () => performance.now()) => {
  const left = new LRUCache<string, { renders: number; at: number }>({ max: maxCrawlers })
  return {
    /** Takes one render from the crawler's allowance; false if none is left, null for no crawler. `perMinute`: 0 = unlimited. */
    mayRender: (userAgent: string, perMinute: number): boolean | null => {
      const crawler = crawlerOf(userAgent)
      if (!crawler) return null
      if (perMinute <= 0) return true
      const at = now()
      const atOnce = Math.max(1, perMinute / 6)
      const speed = perMinute / 60_000 / (1 + inFlight() / busyAt)
      const before = left.get(crawler)
      const renders = before ? Math.min(atOnce, before.renders + (at - before.at) * speed) : atOnce
      const may = renders >= 1
      left.set(crawler, { renders: may ? renders - 1 : renders, at })
      return may
    },
  }
}
