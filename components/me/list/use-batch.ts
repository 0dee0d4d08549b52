"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Result } from "@/lib/contract/types"

/** What is being acted on; the list is read again when it worked. `act` says whether it did. */
export const useBatch = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const [busy, setBusy] = useState<number[]>([])
  const act = async (ids: number[], work: () => Promise<Result<unknown>>, done: string): Promise<boolean> => {
    setBusy(ids)
    const reply = await work()
    setBusy([])
    if (!reply.ok) {
      feedback.error(reply.message)
      return false
    }
    feedback.success(done)
    router.refresh()
    return true
  }
  return { busy, act }
}
