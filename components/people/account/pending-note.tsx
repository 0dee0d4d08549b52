"use client"

import { useSyncExternalStore } from "react"
import { pendingSentence } from "./pending-action"

const still = () => () => undefined

/** What the login is for, where something was pressed that needs one. */
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
