"use client"

import { useCallback, useEffect, useState } from "react"
import type { Result } from "@/lib/contract/types"

/** `data` stays while it is read again, and while reading it again fails. */
export type Answer<T> = { data: T | null; failure: string; busy: boolean; load: () => void }

/**
 * The answer of a call that a card shows, read again when `read` is another function; null is a call that is not to be made. With `everyMs` it is
 * read again after that time, as long as the tab is in sight.
 */
export const useAnswer = <T>(read: (() => Promise<Result<T>>) | null, everyMs = 0): Answer<T> => {
  const [state, setState] = useState<{ data: T | null; failure: string; of: unknown }>({ data: null, failure: "", of: null })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!read) return
    let alive = true
    const ask = async () => {
      const reply = await read()
      if (!alive) return
      setState((before) =>
        reply.ok ? { data: reply.data, failure: "", of: read } : { data: before.data, failure: reply.message, of: read },
      )
    }
    void ask()
    const timer = everyMs ? setInterval(() => document.visibilityState === "visible" && void ask(), everyMs) : undefined
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [read, everyMs, turn])
  const load = useCallback(() => setTurn((before) => before + 1), [])
  return { data: state.data, failure: state.of === read ? state.failure : "", busy: read !== null && state.of !== read, load }
}
