import { api } from "@/lib/api/client"
import type { TextRun } from "@/lib/contract/types"

/** The maximum number of pages whose text layers stay in memory; the least recently used are dropped first. */
const maxPages = 40

export type TextLayerCache = {
  find: (page: number) => TextRun[] | undefined
  read: (page: number, signal: AbortSignal) => Promise<TextRun[] | null>
  size: () => number
}

/** Caches the text layers of a document's pages. `read` returns null if it was aborted or failed; the next call retries. */
export const createTextLayerCache = (uuid: string): TextLayerCache => {
  const layers = new Map<number, TextRun[]>()
  const find = (page: number) => {
    const runs = layers.get(page)
    if (!runs) return undefined
    layers.delete(page)
    layers.set(page, runs)
    return runs
  }
  return {
    find,
    read: async (page, signal) => {
      const cachedPage = find(page)
      if (cachedPage) return cachedPage
      const reply = await api("GET /document/words", { uuid, page }, { signal })
      if (!reply.ok) return null
      layers.set(page, reply.data.words)
      for (const oldest of layers.keys()) {
        if (layers.size <= maxPages) break
        layers.delete(oldest)
      }
      return reply.data.words
    },
    size: () => layers.size,
  }
}
