"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { onConfirmation } from "@/lib/api/confirmation"

const ConfirmationDialog = dynamic(() => import("./confirmation-dialog").then((module) => module.ConfirmationDialog), { ssr: false })

/** Asks for the password when a call requires a fresh proof (`lib/api/client.ts`). The dialog is loaded with the first such call. */
export const Confirmation = () => {
  const [waiting, setWaiting] = useState<{ answer: (confirmed: boolean) => void } | null>(null)
  useEffect(() => onConfirmation(() => new Promise((answer) => setWaiting({ answer }))), [])
  if (!waiting) return null
  const onAnswer = (confirmed: boolean) => {
    setWaiting(null)
    waiting.answer(confirmed)
  }
  return <ConfirmationDialog onAnswer={onAnswer} />
}
