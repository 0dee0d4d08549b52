"use client"

import { showAfterReload } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"

/**
 * Clears the session, goes to the home page, shows 退出成功 and reloads, so that no page retains the user's data
 * (docs/reference/specification.md 4).
 */
export const useLogOut = () => {
  const store = useSessionStore()
  return async () => {
    await store.getState().logOut()
    showAfterReload("退出成功")
    window.location.assign("/")
  }
}
