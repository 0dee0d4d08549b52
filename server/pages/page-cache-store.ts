import { LRUCache } from "lru-cache"
import { isItemPage, type CachedPage, type CacheEntry } from "./page-cache-entry"
import type { DiskPage, PageDisk } from "./page-disk"
import type { PageValidity } from "./page-validity"
import type { PageRequest } from "./public-pages"

type Options = { megabytes: number; disk: PageDisk | null; settleMs: number; validity: PageValidity }

/** How many disk hits are remembered. A page that is hit again among them is promoted to memory. */
const maxDiskHits = 1_000

/** The two tiers of the page cache: memory, and a disk for item pages that memory evicts. */
export const createPageStore = ({ megabytes, disk, settleMs, validity }: Options) => {
  const memory = new LRUCache<string, CacheEntry>({
    // LRUCache rejects a size of 0; nothing fits into 1 byte
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: (entry) => entry.page.bytes + 500,
  })
  const diskHits = new LRUCache<string, true>({ max: maxDiskHits })

  const usesDisk = ({ path }: PageRequest): boolean => disk !== null && isItemPage(path)

  /** Only the second hit promotes, so a crawler that reads every page once evicts nothing. */
  const promote = (key: string, copy: () => DiskPage) => {
    if (!diskHits.has(key)) diskHits.set(key, true)
    else if (!memory.has(key)) memory.set(key, entryFromDisk(copy()))
  }

  return {
    memory,
    usesDisk,
    /**
     * Stores a new entry. It is written to disk after `settleMs`, unless one of its dependencies has changed by then, or it shows an
     * unlisted document.
     */
    put: (request: PageRequest, entry: CacheEntry): void => {
      memory.set(request.key, entry)
      const { status, notFound, unchanged: headers } = entry.page
      const isShared = !headers["set-cookie"] && !String(headers["cache-control"]).startsWith("private")
      if (usesDisk(request) && status === 200 && !notFound && isShared)
        setTimeout(() => validity.isCurrent(entry) && void disk!.keep(request.key, entry), settleMs).unref()
    },
    /** Returns the page on disk if it is still valid. The caller must send it, which releases its buffer. */
    readDisk: async ({ key }: PageRequest): Promise<{ page: CachedPage; isFresh: boolean } | null> => {
      const hit = await disk!.find(key)
      if (!hit) return null
      if (!validity.isCurrent(hit)) {
        hit.release()
        return null
      }
      promote(key, hit.copy)
      return { page: Object.assign(hit.page, { notFound: false, release: hit.release }), isFresh: hit.freshUntil > Date.now() }
    },
  }
}
export type PageStore = ReturnType<typeof createPageStore>

const entryFromDisk = (page: DiskPage): CacheEntry => ({
  ...page,
  page: Object.assign(page.page, { notFound: false }),
  expiresAt: Number.POSITIVE_INFINITY,
  incomplete: false,
})
