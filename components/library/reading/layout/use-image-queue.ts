"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { useReaderStore } from "../store/use-reader"

/**
 * Returns whether an image may load, and a callback for when it has loaded or failed. `rank` must be stable; `begun` = the image is already
 * in the HTML.
 */
export const useImageQueue = (rank: () => number, begun: boolean): [may: boolean, end: () => void] => {
  const store = useReaderStore()
  const [born] = useState(begun)
  const [called, setCalled] = useState(false)
  const given = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (born) return
    given.current = store.getState().imageQueue.ask(rank, () => setCalled(true))
    return () => given.current?.()
  }, [store, born, rank])
  const end = useCallback(() => given.current?.(), [])
  return [born || called, end]
}
