"use client"

import { useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"

export const useCancelClosing = () => {
  const router = useRouter()
  const store = useSessionStore()
  const { busy, call } = useCall()
  const cancel = async () => {
    if (!(await call(() => api("DELETE /user/close"), { done: "已撤销注销，账号照常使用" }))) return
    void store.getState().reload()
    router.refresh()
  }
  return { busy, cancel }
}
