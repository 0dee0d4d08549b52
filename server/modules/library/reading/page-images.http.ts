import { LRUCache } from "lru-cache"
import type { PageImages } from "@/server/context"
import type { StoragePort } from "@/server/ports/storage/storage.port"

/** Creates a size-limited in-memory cache of small rendered files. The content of a key never changes. */
export const createPageImages = (storage: StoragePort, megabytes: number): PageImages => {
  const cache = new LRUCache<string, Buffer>({
    maxSize: megabytes * 1024 * 1024,
    maxEntrySize: 1024 * 1024,
    sizeCalculation: (content) => content.length + 200,
  })
  return {
    cached: (key) => cache.get(key),
    read: async (key) => {
      const cached = cache.get(key)
      if (cached) return cached
      const content = await storage.read(key)
      if (content) cache.set(key, content)
      return content
    },
  }
}
