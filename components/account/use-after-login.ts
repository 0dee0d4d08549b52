"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent } from "react"
import { useSession } from "@/components/providers/session"
import { paths } from "@/lib/domain/path"
import { rememberAction, takeAction, type PendingAction, type Place } from "./pending-action"

/**
 * The way of a visitor to the login, for what they pressed on this page: back here with a session it is carried out, once. Who comes
 * back without one has thought better of it.
 */
export const useAfterLogin = (action: PendingAction, place: Place, carryOut: () => void): (() => void) => {
  const router = useRouter()
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const { path } = place
  const onBack = useEffectEvent(carryOut)
  useEffect(() => {
    if (ready && takeAction(action, path) && token) onBack()
  }, [action, path, ready, token])
  return () => {
    rememberAction(action, place)
    router.push(paths.login(path))
  }
}
