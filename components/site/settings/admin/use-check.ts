"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import type { Result } from "@/lib/contract/types"

/** A check that staff start with a button: its result, null before and while it runs. `check` resolves to the result, null if it failed. */
export const useCheck = <T>(ask: () => Promise<Result<T>>, fallback = "检查失败") => {
  const [result, setResult] = useState<T | null>(null)
  const { busy, refusal, call } = useCall({ inline: true })
  const check = async (): Promise<T | null> => {
    setResult(null)
    const reply = await call(ask, { fallback })
    if (reply) setResult(reply)
    return reply
  }
  return { result, busy, refusal, check, clear: () => setResult(null) }
}
