import { useEffect, useEffectEvent } from "react"

/** Visible time after which a page counts as read (ms). */
const readMs = 3_000

/** Calls `read` once the page has been visible for `visibleMs`: not for prefetched or restored pages, nor in a hidden tab. */
export const useRead = (read: () => void, visibleMs = readMs): void => {
  const call = useEffectEvent(read)
  useEffect(() => {
    let timer = 0
    const stop = () => window.clearTimeout(timer)
    const done = () => {
      document.removeEventListener("visibilitychange", look)
      call()
    }
    const look = () => {
      stop()
      if (document.visibilityState === "visible") timer = window.setTimeout(done, visibleMs)
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      stop()
      document.removeEventListener("visibilitychange", look)
    }
  }, [visibleMs])
}
