import type { Compressed } from "../wire/compressed"
import type { Dependency } from "./page-dependencies"
import type { RenderRecord } from "./page-validity-after-restart"

/**
 * A page in the form in which it is sent. `notFound` marks negative cache entries (404 or 410); RSC responses have status 200 and a marker
 * instead. `release` returns the borrowed buffer of a page from disk after it was sent.
 */
export type CachedPage = Compressed & { notFound: boolean; release?: () => void }

/**
 * A rendered page in memory: fresh until `freshUntil`, then stale, and expired from `expiresAt` on (ms). `incomplete`: the back end did not
 * answer an API call during the render. Such an entry is never stored.
 */
export type CacheEntry = RenderRecord & { page: CachedPage; freshUntil: number; expiresAt: number; incomplete: boolean }

const itemPath = /^\/(document|embed|article|user)\/[^/]+/

/** Checks whether the address is the page of one document, article or user, as opposed to a list. */
export const isItemPage = (path: string): boolean => itemPath.test(path)

export const dependsOn = (dependencies: Dependency[], invalid: Dependency[] | "all"): boolean =>
  invalid === "all" || invalid.some((one) => dependencies.includes(one))

/** How long a list may omit a newly uploaded document (ms). A burst of uploads must not re-render every list. */
const arrivalDelayMs = 5_000

/** Lets an entry expire after `arrivalDelayMs`, unless it expires earlier. */
export const expireSoon = (entry: CacheEntry): void => {
  entry.expiresAt = Math.min(entry.expiresAt, Date.now() + arrivalDelayMs)
  entry.freshUntil = Math.min(entry.freshUntil, entry.expiresAt)
}
