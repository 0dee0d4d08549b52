"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"

/** Takes the wish to close the account back. */
export const useCancelClosing = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const store = useSessionStore()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    const reply = await api("DELETE /user/close")
    setBusy(false)
    if (!reply.ok) return feedback.error(reply.message)
    feedback.success("已撤销注销，账号照常使用")
    void store.getState().reload()
    router.refresh()
  }
  return { busy, cancel }
}
