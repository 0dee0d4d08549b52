"use client"

import { useEffect, useRef, useState } from "react"

/** The text, but at most one in `every` ms: a live region that changes with each of thirty files would never stop talking. The last one always comes. */
export const useCalmText = (text: string, every = 4_000): string => {
  const [shown, setShown] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + every - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setShown(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, every])
  return shown
}
