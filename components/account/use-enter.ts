"use client"

import { useRouter } from "next/navigation"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import type { Session } from "@/lib/contract/types"

/** What follows a login or a registration: the session is kept, a word is said, and one goes where one wanted to. */
export const useEnter = (target: string, done: string) => {
  const store = useSessionStore()
  const router = useRouter()
  const feedback = useFeedback()
  return ({ token, user }: Session) => {
    store.getState().logIn(token, user)
    feedback.success(done)
    router.replace(target)
    // pages that were rendered for nobody may look different for this person
    router.refresh()
  }
}
