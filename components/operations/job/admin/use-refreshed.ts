"use client"

import { useCallback, useEffect, useState } from "react"
import type { Result } from "@/lib/contract/types"
import { refusalText } from "@/lib/api/result"

/** How often an answer is read again while the page is visible (ms). */
const refreshMs = 10_000

/** The newest answer of a call, when it came (ms), and why the last attempt failed. `read` must keep its identity. */
export const useRefreshed = <T>(read: () => Promise<Result<T>>) => {
  const [answer, setAnswer] = useState<{ data: T; at: number } | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    const reply = await read()
    setFailure(reply.ok ? "" : refusalText(reply, "数据没有读到"))
    if (reply.ok) setAnswer({ data: reply.data, at: Date.now() })
  }, [read])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === "visible" && void load(), refreshMs)
    return () => clearInterval(timer)
  }, [load])
  return { answer, failure, load }
}
