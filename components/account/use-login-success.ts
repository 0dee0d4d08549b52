"use client"

import { useRouter } from "next/navigation"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import type { Session } from "@/lib/contract/types"

/** After a login or registration: stores the session, shows a message and follows the redirect. */
export const useLoginSuccess = (target: string, done: string) => {
  const store = useSessionStore()
  const router = useRouter()
  const feedback = useFeedback()
  return ({ token, user }: Session) => {
    store.getState().logIn(token, user)
    feedback.success(done)
    router.replace(target)
    // pages rendered without a session may differ for this person
    router.refresh()
  }
}
