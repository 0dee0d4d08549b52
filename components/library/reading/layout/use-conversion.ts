"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { api } from "@/lib/api/client"
import { sourceOf } from "../store/reader-rules"
import { useReader, useReaderStore } from "../store/use-reader"

const slowest = 15_000

/**
 * Polls the progress of the conversion every 2 s, less often while nothing changes, and not at all in a hidden tab.
 * New pages appear automatically; at the end the surrounding page is refreshed for its facts.
 */
export const useConversion = (): void => {
  const store = useReaderStore()
  const router = useRouter()
  const running = useReader((state) => state.source.underway)
  useEffect(() => {
    if (!running) return
    let timer = 0
    let pause = 2_000
    let alive = true
    const ask = async () => {
      const { source, renew } = store.getState()
      const reply = document.hidden ? null : await api("GET /document", { uuid: source.uuid })
      if (!alive) return
      if (reply?.ok) {
        const next = sourceOf(reply.data)
        pause = next.ready > source.ready || next.status !== source.status ? 2_000 : Math.min(slowest, pause * 1.3)
        renew(next)
        if (!next.underway) return router.refresh()
      } else if (reply) pause = Math.min(slowest, pause * 2)
      timer = window.setTimeout(() => void ask(), pause)
    }
    timer = window.setTimeout(() => void ask(), pause)
    return () => {
      alive = false
      window.clearTimeout(timer)
    }
  }, [running, router, store])
}
