"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent } from "react"
import { useSession } from "@/components/providers/session"
import { paths } from "@/lib/rules/path"
import { rememberAction, takeAction, type PendingAction, type ActionOrigin } from "./pending-action"

/** Sends a visitor to the login page and remembers the action they started on this page. */
export const useLoginFor = (action: PendingAction, page: ActionOrigin): (() => void) => {
  const router = useRouter()
  return () => {
    rememberAction(action, page)
    router.push(paths.login(page.path))
  }
}

/**
 * Runs the action started before the login, once, when the user is back on this page with a session. Without a session the action is
 * dropped.
 */
export const useAfterLogin = (action: PendingAction, path: string, carryOut: () => void): void => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const onBack = useEffectEvent(carryOut)
  useEffect(() => {
    if (ready && takeAction(action, path) && token) onBack()
  }, [action, path, ready, token])
}
