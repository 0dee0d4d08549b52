"use client"

import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { UploadItem } from "@/lib/upload/item"

/** Tracks the selection among `rows`. Filtered-out rows are deselected, so that actions apply to visible rows only. */
export const useTicks = (rows: UploadItem[]) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const order = useRef<string[]>([])
  const last = useRef("")
  useEffect(() => {
    order.current = rows.map(({ key }) => key)
  }, [rows])
  const keys = useMemo(() => new Set(rows.flatMap(({ key }) => (ticked.has(key) ? key : []))), [rows, ticked])
  const all = rows.length > 0 && keys.size === rows.length

  /** With `range`, all rows between the last tick and this one get the new state of this one. */
  const toggle = useCallback((key: string, range: boolean) => {
    const [from, to] = [order.current.indexOf(last.current), order.current.indexOf(key)]
    const span = range && from >= 0 ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
    last.current = key
    setTicked((before) => {
      const next = new Set(before)
      const on = !before.has(key)
      for (const one of span) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])
  const toggleAll = () => setTicked(all ? new Set() : new Set(rows.map(({ key }) => key)))
  return { keys, all, toggle, toggleAll }
}
