"use client"

import { useRouter } from "next/navigation"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import type { Session } from "@/lib/contract/types"

/** Checks whether a closed site admits this user (docs/reference/specification.md 6). */
const mayEnter = async (): Promise<boolean> => {
  const reply = await api("GET /user/permission")
  return reply.ok && reply.data.permission.length > 0
}

/**
 * After a login or registration: stores the session, shows a message and follows the redirect. While the site is `closed`, users without
 * access stay and read the reason, without a success message or a redirect.
 */
export const useLoginSuccess = (target: string, done: string, closed = false) => {
  const store = useSessionStore()
  const router = useRouter()
  const feedback = useFeedback()
  return async ({ token, user }: Session) => {
    store.getState().logIn(token, user)
    if (closed && !(await mayEnter())) return router.refresh()
    feedback.success(done)
    router.replace(target)
    // pages rendered without a session may differ for this user
    router.refresh()
  }
}
