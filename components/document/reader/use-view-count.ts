"use client"

import { useEffect } from "react"
import { api } from "@/lib/api/client"
import { useDocumentStoreIfAny } from "../document-state"
import { useReaderStore } from "./use-reader"

/** Visible time after which a view counts (ms). */
const read = 3_000

/**
 * Counts one view per opening; not for prefetched or restored pages, nor in a hidden tab. The answer brings the document's numbers up to
 * date: the page may have been drawn hours ago.
 */
export const useViewCount = (): void => {
  const store = useReaderStore()
  const numbers = useDocumentStoreIfAny()
  useEffect(() => {
    let timer = 0
    const stop = () => window.clearTimeout(timer)
    const count = () => {
      document.removeEventListener("visibilitychange", look)
      void api("POST /document/view", { uuid: store.getState().source.uuid }).then((reply) => {
        if (!reply.ok) return
        const { view_count, download_count, favorite_count, comment_count, score, score_count } = reply.data
        numbers?.getState().set({
          views: view_count,
          downloads: download_count,
          favorites: favorite_count,
          comments: comment_count,
          score,
          scores: score_count,
        })
      })
    }
    const look = () => {
      stop()
      if (document.visibilityState === "visible") timer = window.setTimeout(count, read)
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      stop()
      document.removeEventListener("visibilitychange", look)
    }
  }, [store, numbers])
}
