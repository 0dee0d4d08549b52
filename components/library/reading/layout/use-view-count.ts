"use client"

import { useRead } from "@/components/ui/use-read"
import { api } from "@/lib/api/client"
import { useDocumentStoreIfAny } from "../../../providers/document-state"
import { useReaderStore } from "../store/use-reader"

/** Counts one view per opening. The response updates the document's numbers, since the page may have been rendered hours ago. */
export const useViewCount = (): void => {
  const store = useReaderStore()
  const numbers = useDocumentStoreIfAny()
  useRead(() => {
    if (numbers?.getState().deleted) return
    void api("POST /document/view", { uuid: store.getState().source.uuid }).then((reply) => {
      if (!reply.ok) return
      const { view_count, download_count, favorite_count, comment_count, score, score_count, author } = reply.data
      numbers?.getState().set({
        views: view_count,
        downloads: download_count,
        favorites: favorite_count,
        comments: comment_count,
        score,
        scores: score_count,
        author,
      })
    })
  })
}
