"use client"

import { useCallback, useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import type { OutlineItem } from "@/lib/contract/types"
import { useReader, useReaderStore } from "../store/use-reader"

/** Returns the table of contents, loaded when its panel first opens. */
export const useOutline = (): { items: OutlineItem[] | null; failed: boolean; again: () => void } => {
  const store = useReaderStore()
  const items = useReader((state) => state.outline)
  const uuid = useReader((state) => state.source.uuid)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (items) return
    const giveUp = new AbortController()
    void api("GET /document/outline", { uuid }, { signal: giveUp.signal }).then((reply) => {
      if (giveUp.signal.aborted) return
      if (reply.ok) store.getState().set({ outline: reply.data.outline })
      else setFailed(true)
    })
    return () => giveUp.abort()
  }, [items, uuid, round, store])
  const again = useCallback(() => {
    setFailed(false)
    setRound((now) => now + 1)
  }, [])
  return { items, failed, again }
}
