"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useEffectEvent } from "react"
import { paths } from "@/lib/rules/path"
import { useSession } from "./session"

/** Leads staff whom the site asks for a second factor to its set-up, once they have logged in without one. The page itself says why. */
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
