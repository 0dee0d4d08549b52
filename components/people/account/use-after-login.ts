"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent } from "react"
import { useSession } from "@/components/providers/session"
import { paths } from "@/lib/rules/path"
import { rememberAction, takeAction, type PendingAction, type Place } from "./pending-action"

/** The way of a visitor to the login, for what they pressed on this page. */
export const useLoginFor = (action: PendingAction, place: Place): (() => void) => {
  const router = useRouter()
  return () => {
    rememberAction(action, place)
    router.push(paths.login(place.path))
  }
}

/** Carries out what was pressed before the login, once, back on this page with a session; who comes back without one has thought better of it. */
export const useAfterLogin = (action: PendingAction, path: string, carryOut: () => void): void => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const onBack = useEffectEvent(carryOut)
  useEffect(() => {
    if (ready && takeAction(action, path) && token) onBack()
  }, [action, path, ready, token])
}
