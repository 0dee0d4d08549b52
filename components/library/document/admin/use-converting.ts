"use client"

import { useEffect, useState } from "react"
import { liveMs } from "@/components/admin/crud/use-crud"
import { api } from "@/lib/api/client"
import { convertingStatuses } from "@/lib/rules/library/document-status"

/** The number of unfinished conversions, and the most that were counted since this screen was opened; 0 of 0 while there are none. */
export type Converting = { left: number; most: number }

/** Counts unfinished conversions whenever `rows` are reloaded, and every `liveMs` while there are any. */
export const useConverting = (rows: unknown): Converting => {
  const [{ left, most }, set] = useState<Converting>({ left: 0, most: 0 })
  useEffect(() => {
    let alive = true
    const read = async () => {
      if (document.visibilityState === "hidden") return
      const reply = await api("GET /document/list", { status: convertingStatuses, page: 1, size: 1 })
      if (!reply.ok || !alive) return
      const { total } = reply.data
      set((before) => ({ left: total, most: total === 0 ? 0 : Math.max(before.most, total) }))
    }
    void read()
    const timer = left > 0 ? setInterval(() => void read(), liveMs) : undefined
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [rows, left])
  return { left, most }
}
