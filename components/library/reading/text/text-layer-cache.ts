import { api } from "@/lib/api/client"
import type { TextRun } from "@/lib/contract/types"

/** Text layers of so many pages stay in memory; the one not looked at for longest goes first. */
const maxPages = 40

export type TextLayerCache = {
  find: (page: number) => TextRun[] | undefined
  read: (page: number, signal: AbortSignal) => Promise<TextRun[] | null>
  size: () => number
}

/** Text layers of a document's pages, each asked for once. `read` gives null when it was given up or failed: the next one asks again. */
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
      const known = find(page)
      if (known) return known
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
