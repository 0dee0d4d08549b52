"use client"

import { useSyncExternalStore } from "react"
import { pendingSentence } from "./pending-action"

const still = () => () => undefined

/** Explains what the login is for if the user started an action that requires one. */
export const PendingNote = ({ target }: { target: string }) => {
  const sentence = useSyncExternalStore(
    still,
    () => pendingSentence(target),
    () => "",
  )
  return sentence ? (
    <p className="pending-note" role="status">
      {sentence}
    </p>
  ) : null
}
