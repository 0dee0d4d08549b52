"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import type { Result, Session } from "@/lib/contract/types"

type Words = { done: string; failed: string }

/** What follows a login or a registration: the session is kept, a word is said, and one goes where one wanted to. */
export const useEnter = (target: string, { done, failed }: Words) => {
  const store = useSessionStore()
  const router = useRouter()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const enter = async (asking: Promise<Result<Session>>) => {
    setBusy(true)
    const reply = await asking
    if (!reply.ok) {
      setBusy(false)
      feedback.error(reply.message || failed)
      return
    }
    store.getState().logIn(reply.data.token, reply.data.user)
    feedback.success(done)
    router.replace(target)
    // pages that were rendered for nobody may look different for this person
    router.refresh()
  }
  return { busy, enter }
}
