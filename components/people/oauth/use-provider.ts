"use client"

import { useEffect, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { OauthConfig } from "@/lib/contract/types"
import { beginJourney } from "./oauth-journey"

/**
 * Goes to a provider in this tab. `leaving` is the type of the provider being opened; a page restored from the back/forward cache is
 * enabled again.
 */
export const useProvider = (redirect: string) => {
  const feedback = useFeedback()
  const [leaving, setLeaving] = useState(0)
  useEffect(() => {
    const back = () => setLeaving(0)
    window.addEventListener("pageshow", back)
    return () => window.removeEventListener("pageshow", back)
  }, [])
  const go = async (provider: OauthConfig) => {
    if (leaving) return
    setLeaving(provider.type)
    const begun = await beginJourney(provider, redirect)
    if ("url" in begun) return window.location.assign(begun.url)
    setLeaving(0)
    feedback.error(begun.message)
  }
  return { leaving, go }
}
