import { api } from "@/lib/api/client"
import type { UploadItem } from "./item"

type Deps = { find: (key: string) => UploadItem | undefined; patch: (key: string, part: Partial<UploadItem>) => void }

/** Loads suggestions for title and keywords, and similar documents, in the background, one file after another. */
export const createSuggester = ({ find, patch }: Deps) => {
  const waiting: { key: string; fresh: boolean }[] = []
  let busy = false
  let askAgain = 0

  const next = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      const { key, fresh } = request
      const item = find(key)
      if (Date.now() < askAgain || !item?.attachmentId || (item.suggestion && !fresh)) continue
      const reply = await api("GET /document/suggest", { attachment_id: item.attachmentId })
      // without an answer the user's own input stays
      if (reply.ok) patch(key, { suggestion: reply.data })
      else if (reply.status === 429) askAgain = Date.now() + (reply.wait ?? 60) * 1_000
    }
    busy = false
  }
  /** `fresh`: the server has read the file in the meantime, which yields more than its name. */
  return (key: string, fresh = false): void => {
    if (waiting.some((one) => one.key === key && one.fresh === fresh)) return
    waiting.push({ key, fresh })
    void next()
  }
}
