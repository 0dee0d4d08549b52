import { LRUCache } from "lru-cache"
import type { StoragePort } from "../ports/storage/storage.port"

/** An in-memory cache of small drawn files with a size limit. The content of a key never changes. */
export const createPageImages = (storage: StoragePort, megabytes: number) => {
  const kept = new LRUCache<string, Buffer>({
    maxSize: megabytes * 1024 * 1024,
    maxEntrySize: 1024 * 1024,
    sizeCalculation: (content) => content.length + 200,
  })
  return {
    /** At once, without a promise: most images that are asked for are here. */
    cached: (key: string): Buffer | undefined => kept.get(key),
    read: async (key: string): Promise<Buffer | null> => {
      const cached = kept.get(key)
      if (cached) return cached
      const content = await storage.read(key)
      if (content) kept.set(key, content)
      return content
    },
  }
}
