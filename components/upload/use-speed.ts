"use client"

import { useEffect, useState } from "react"
import { useUploadStore } from "./upload-context"

const seconds = 6

/** Bytes per second over the last six seconds; 0 while nothing moves. */
export const useSpeed = (active: boolean): number => {
  const store = useUploadStore()
  const [speed, setSpeed] = useState(0)
  useEffect(() => {
    if (!active) return setSpeed(0)
    const seen = [store.getState().moved]
    const timer = setInterval(() => {
      seen.push(store.getState().moved)
      if (seen.length > seconds + 1) seen.shift()
      setSpeed((seen.at(-1)! - seen[0]!) / (seen.length - 1))
    }, 1_000)
    return () => clearInterval(timer)
  }, [store, active])
  return speed
}
