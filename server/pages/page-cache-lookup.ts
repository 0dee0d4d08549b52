import type { CachedPage, CacheEntry } from "./page-cache-entry"
import type { Revalidation } from "./page-cache-revalidate"
import type { PageStore } from "./page-cache-store"
import type { PageRequest } from "./public-pages"

/** Returns whether a visitor may cause a render. A promise if the visitor's session must be read first. */
export type MayRender = () => boolean | Promise<boolean>
export type LookupResult = "hit" | "stale" | "disk" | "miss"

type Options = { store: PageStore; revalidation: Revalidation; count: (result: LookupResult) => void }

/** Answers one request: from memory, from disk, or by a render. */
export const createLookup = ({ store, revalidation, count }: Options) => {
  const { revalidate, isInFlight } = revalidation

  /** Renders after the current answer was sent, because a render blocks the process for some milliseconds. */
  const revalidateLater = (request: PageRequest, isNeeded: () => boolean, mayRevalidate: () => boolean): void => {
    setImmediate(() => {
      if (isNeeded() && (isInFlight(request.key) || mayRevalidate())) revalidate(request).catch(() => undefined)
    })
  }

  const hit = ({ page }: CacheEntry): CachedPage => {
    count("hit")
    return page
  }

  const stale = (request: PageRequest, entry: CacheEntry, mayRevalidate: () => boolean): CachedPage => {
    count("stale")
    revalidateLater(request, () => store.memory.peek(request.key) === entry, mayRevalidate)
    return entry.page
  }

  /** Makes the visitor wait for a render. If it fails or is not allowed, serves the expired page instead. */
  const expired = (request: PageRequest, { page }: CacheEntry, mayRevalidate: () => boolean): CachedPage | Promise<CachedPage> => {
    count("miss")
    if (!mayRevalidate()) return page
    return revalidate(request).then(
      (entry) => (entry.incomplete ? page : entry.page),
      () => page,
    )
  }

  /** Returns null if the visitor may not cause a render. */
  const miss = (request: PageRequest, mayRender: MayRender): Promise<CachedPage | null> => {
    count("miss")
    const render = async () => (await revalidate(request)).page
    const allowed = isInFlight(request.key) || mayRender()
    if (typeof allowed === "boolean") return allowed ? render() : Promise.resolve(null)
    return allowed.then((yes) => (yes ? render() : null))
  }

  const onDisk = async (request: PageRequest, mayRevalidate: () => boolean): Promise<CachedPage | null> => {
    const entry = await store.readDisk(request)
    if (!entry) return null
    count(entry.isFresh ? "disk" : "stale")
    if (!entry.isFresh) revalidateLater(request, () => true, mayRevalidate)
    return entry.page
  }

  /**
   * Returns the cached page itself, so that the caller can render a 404 again for its owner. A page from memory is returned synchronously,
   * because nearly every visit is such a hit. A stored page is revalidated only if `mayRevalidate` allows it, and a missing page is
   * rendered
   * only if `mayRender` allows it; otherwise the result is null.
   */
  return (
    request: PageRequest,
    mayRevalidate: () => boolean,
    mayRender: MayRender = mayRevalidate,
  ): CachedPage | Promise<CachedPage | null> => {
    const entry = store.memory.get(request.key)
    if (entry && entry.freshUntil > Date.now()) return hit(entry)
    if (entry && entry.expiresAt > Date.now()) return stale(request, entry, mayRevalidate)
    if (entry) return expired(request, entry, mayRevalidate)
    if (!store.usesDisk(request)) return miss(request, mayRender)
    return onDisk(request, mayRevalidate).then((page) => page ?? miss(request, mayRender))
  }
}
