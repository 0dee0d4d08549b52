"use client"

import { useEffect } from "react"
import { api } from "@/lib/api/client"
import { useReaderStore } from "./use-reader"

/** Visible time after which a view counts (ms). */
const read = 3_000

/** Counts one view per opening; not for prefetched or restored pages, nor in a hidden tab. */
export const useViewCount = (): void => {
  const store = useReaderStore()
  useEffect(() => {
    let timer = 0
    const stop = () => window.clearTimeout(timer)
    const count = () => {
      document.removeEventListener("visibilitychange", look)
      void api("POST /document/view", { uuid: store.getState().source.uuid })
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
  }, [store])
}
