import { dependsOn, expireSoon, type CacheEntry } from "./page-cache-entry"
import type { PageStore } from "./page-cache-store"
import type { Dependency } from "./page-dependencies"
import type { PageRequest } from "./public-pages"

/**
 * An in-flight render. `changes` are the dependencies that were invalidated since it began. `expiresSoon`: a document has arrived since,
 * which lists may show with a delay.
 */
export type InFlightRender = {
  key: string
  path: string
  entry: Promise<CacheEntry>
  changes: (Dependency[] | "all")[]
  expiresSoon: boolean
}

type Options = { store: PageStore; renderEntry: (request: PageRequest) => Promise<CacheEntry> }

/** Runs at most one render per key at a time, however many visitors wait, and stores the result if it is still valid at the end. */
export const createRevalidation = ({ store, renderEntry }: Options) => {
  /** The renders that a new visitor may join, by key. */
  const joinable = new Map<string, InFlightRender>()
  /** All in-flight renders, including those that a change has outdated. */
  const running = new Set<InFlightRender>()

  const detach = (render: InFlightRender): void => {
    if (joinable.get(render.key) === render) joinable.delete(render.key)
  }

  const storeResult = (request: PageRequest, render: InFlightRender, entry: CacheEntry): void => {
    // while the back end is unavailable the stored page is better than the new one: it is served as stale until the back end is back
    const stored = entry.incomplete ? store.memory.peek(request.key) : undefined
    if (stored) stored.expiresAt = Number.POSITIVE_INFINITY
    if (render.expiresSoon) expireSoon(entry)
    const isOutdated = render.changes.some((invalid) => dependsOn(entry.dependencies, invalid))
    if (!isOutdated && entry.page.status < 500 && !entry.incomplete) store.put(request, entry)
  }

  const start = (request: PageRequest): Promise<CacheEntry> => {
    const render: InFlightRender = {
      key: request.key,
      path: request.path,
      entry: renderEntry(request),
      changes: [],
      expiresSoon: false,
    }
    joinable.set(request.key, render)
    running.add(render)
    const end = () => {
      running.delete(render)
      detach(render)
    }
    render.entry.then((entry) => {
      storeResult(request, render, entry)
      end()
    }, end)
    return render.entry
  }

  return {
    running: running as ReadonlySet<InFlightRender>,
    /** Joins the in-flight render of this key or starts one. Rejects if rendering fails. */
    revalidate: (request: PageRequest): Promise<CacheEntry> => joinable.get(request.key)?.entry ?? start(request),
    isInFlight: (key: string): boolean => joinable.has(key),
    /** Prevents new visitors from joining this render. */
    detach,
  }
}
export type Revalidation = ReturnType<typeof createRevalidation>
