"use client"

import { useCallback, useEffect, useState } from "react"
import { refusalText } from "@/lib/api/result"
import type { Result } from "@/lib/contract/types"

/** `data` remains during a reload and if the reload fails. */
export type ReadAnswer<T> = { data: T | null; failure: string; busy: boolean; load: () => void }

/**
 * Reads an answer when a component appears, and again when `read` changes, which must keep its identity; null means that no call is made.
 * `sentence` says what could not be read, if the server does not say why. With `everyMs` the answer is also read again at that interval
 * while the tab is visible.
 */
export const useAnswer = <T>(read: (() => Promise<Result<T>>) | null, sentence = "数据没有读到", everyMs = 0): ReadAnswer<T> => {
  const [state, setState] = useState<{ data: T | null; failure: string; of: unknown }>({ data: null, failure: "", of: null })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!read) return
    let alive = true
    const ask = async () => {
      const reply = await read()
      if (!alive) return
      setState((before) =>
        reply.ok ? { data: reply.data, failure: "", of: read } : { data: before.data, failure: refusalText(reply, sentence), of: read },
      )
    }
    void ask()
    const timer = everyMs ? setInterval(() => document.visibilityState === "visible" && void ask(), everyMs) : undefined
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [read, sentence, everyMs, turn])
  const load = useCallback(() => setTurn((before) => before + 1), [])
  return { data: state.data, failure: state.of === read ? state.failure : "", busy: read !== null && state.of !== read, load }
}
