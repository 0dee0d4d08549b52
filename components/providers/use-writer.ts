"use client"

import { useState } from "react"
import { useSession } from "./session"

/**
 * Returns the id of the user who writes on this page, 0 for visitors. It stays when the session ends without a logout, so that a form keeps
 * its input until the user has logged in again (docs/decisions/169).
 */
export const useWriter = (): number => {
  const user = useSession((state) => state.user?.id ?? 0)
  const endedUser = useSession((state) => state.endedUser)
  const [writer, setWriter] = useState(user)
  const next = user || (endedUser === writer ? writer : 0)
  if (next !== writer) setWriter(next)
  return next
}
