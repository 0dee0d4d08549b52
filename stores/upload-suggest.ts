import { api } from "@/lib/api/client"
import type { UploadItem } from "./upload-item"

type Desk = { find: (key: string) => UploadItem | undefined; patch: (key: string, part: Partial<UploadItem>) => void }

/** Asks what the files themselves say about title, keywords and likeness, one after the other: nobody waits for it. */
export const createSuggester = ({ find, patch }: Desk) => {
  const waiting: string[] = []
  let busy = false

  const next = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const item = find(key)
      if (!item?.attachmentId || item.suggestion) continue
      const reply = await api("GET /document/suggest", { attachment_id: item.attachmentId })
      // without an answer the person's own words do
      if (reply.ok) patch(key, { suggestion: reply.data })
    }
    busy = false
  }
  return (key: string): void => {
    if (waiting.includes(key)) return
    waiting.push(key)
    void next()
  }
}
