"use client"

import { useEffect } from "react"
import { useFeedback } from "./feedback"
import { useSession } from "./session"

/** Reports that the site's settings or the user's permissions could not be loaded. `settings` is the reason, "" if they could. */
export const LoadFailures = ({ settings }: { settings: string }) => {
  const { error } = useFeedback()
  const permissions = useSession((state) => state.failure)
  useEffect(() => {
    if (settings) error(settings)
  }, [settings, error])
  useEffect(() => {
    if (permissions) error(permissions)
  }, [permissions, error])
  return null
}
