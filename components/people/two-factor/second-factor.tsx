"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { onSecondFactor, type Attempt } from "@/lib/api/second-factor"

const SecondFactorDialog = dynamic(() => import("./second-factor-dialog").then((module) => module.SecondFactorDialog), { ssr: false })

/** Asks for the second factor when a login requires it (`lib/api/client.ts`). The dialog is loaded with the first such login. */
export const SecondFactor = () => {
  const [asked, setAsked] = useState<{ attempt: Attempt; leave: () => void } | null>(null)
  useEffect(() => onSecondFactor((attempt) => new Promise((leave) => setAsked({ attempt, leave }))), [])
  if (!asked) return null
  const onOver = () => {
    setAsked(null)
    asked.leave()
  }
  return <SecondFactorDialog attempt={asked.attempt} onOver={onOver} />
}
