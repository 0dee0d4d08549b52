"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { onSecondFactor, type FactorAttempt } from "@/lib/api/second-factor"

const SecondFactorDialog = dynamic(() => import("./second-factor-dialog").then((module) => module.SecondFactorDialog), { ssr: false })

/** Asks for the second factor when a login requires it (`lib/api/client.ts`). The dialog is loaded with the first such login. */
export const SecondFactor = () => {
  const [request, setAsked] = useState<{ attempt: FactorAttempt; leave: () => void } | null>(null)
  useEffect(() => onSecondFactor((attempt) => new Promise((leave) => setAsked({ attempt, leave }))), [])
  if (!request) return null
  const onOver = () => {
    setAsked(null)
    request.leave()
  }
  return <SecondFactorDialog attempt={request.attempt} onOver={onOver} />
}
