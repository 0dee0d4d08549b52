"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { useDocumentStore } from "../document-state"

/** Staff's word on the document: `say` answers with what went wrong, or "" once the page shows the new state. */
export const useVerdict = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const store = useDocumentStore()
  const [busy, setBusy] = useState(false)
  const say = async (status: number, reason = ""): Promise<string> => {
    setBusy(true)
    const reply = await api("PUT /document/check", { id: [store.getState().id], status, ...(reason && { reason }) })
    setBusy(false)
    if (!reply.ok) return reply.message || "操作失败"
    feedback.success("操作成功")
    router.refresh()
    return ""
  }
  return { busy, say }
}
