"use client"

import { useCallback, useEffect, useState } from "react"
import type { Result } from "@/lib/contract/types"
import { refusalText } from "@/lib/api/result"

/** `data` remains during a reload and if the reload fails. */
export type CardAnswer<T> = { data: T | null; failure: string; busy: boolean; load: () => void }

/**
 * Loads the answer of a card's call and reloads it when `read` changes; null means that no call is made. With `everyMs` it is also reloaded
 * at that interval while the tab is visible.
 */
export const useAnswer = <T>(read: (() => Promise<Result<T>>) | null, everyMs = 0): CardAnswer<T> => {
  const [state, setState] = useState<{ data: T | null; failure: string; of: unknown }>({ data: null, failure: "", of: null })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!read) return
    let alive = true
    const ask = async () => {
      const reply = await read()
      if (!alive) return
      setState((before) =>
        reply.ok
          ? { data: reply.data, failure: "", of: read }
          : { data: before.data, failure: refusalText(reply, "数据没有读到"), of: read },
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
