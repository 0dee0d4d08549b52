import { api } from "@/lib/api/client"
import type { TextRun } from "@/lib/contract/types"

/** The words of so many pages are kept; the page that was not looked at for longest goes first. */
const most = 40

export type WordsKept = {
  find: (page: number) => TextRun[] | undefined
  read: (page: number, signal: AbortSignal) => Promise<TextRun[] | null>
  size: () => number
}

/** Words of a document's pages, asked for once each. `read` gives null when it was given up or failed: the next one asks again. */
export const keepWords = (uuid: string): WordsKept => {
  const kept = new Map<number, TextRun[]>()
  const find = (page: number) => {
    const runs = kept.get(page)
    if (!runs) return undefined
    kept.delete(page)
    kept.set(page, runs)
    return runs
  }
  return {
    find,
    read: async (page, signal) => {
      const known = find(page)
      if (known) return known
      const reply = await api("GET /document/words", { uuid, page }, { signal })
      if (!reply.ok) return null
      kept.set(page, reply.data.words)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return reply.data.words
    },
    size: () => kept.size,
  }
}
