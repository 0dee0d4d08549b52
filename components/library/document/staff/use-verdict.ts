"use client"

import { useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { useDocumentStore } from "@/components/providers/document-state"

/**
 * Submits staff's decision on the document: `decide` resolves to whether it was accepted, and the page refreshes. With `inline`, an error
 * is in `refusal`.
 */
export const useVerdict = ({ inline = false } = {}) => {
  const router = useRouter()
  const store = useDocumentStore()
  const { busy, refusal, refuse, call } = useCall({ inline })
  const decide = async (status: number, reason = ""): Promise<boolean> => {
    const input = { id: [store.getState().id], status, ...(reason && { reason }) }
    const taken = await call(() => api("PUT /document/check", input), { done: "操作成功" })
    if (taken) router.refresh()
    return taken !== null
  }
  return { busy, refusal, refuse, decide }
}
