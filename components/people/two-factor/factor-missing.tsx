"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useEffectEvent } from "react"
import { paths } from "@/lib/rules/path"
import { useSession } from "../../providers/session"

/** Redirects staff to the set-up page when the site requires a second factor and they logged in without one. The page explains why. */
export const FactorMissing = () => {
  const router = useRouter()
  const path = usePathname()
  const missing = useSession((state) => state.factorMissing)
  const lead = useEffectEvent(() => {
    if (path !== paths.mySecurity) router.push(paths.mySecurity)
  })
  useEffect(() => {
    if (missing) lead()
  }, [missing])
  return null
}
