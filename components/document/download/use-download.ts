"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"

/** Asks for the file's address and goes there; the server decides and its message is shown as it is. */
export const useDownload = (id: number, uuid: string) => {
  const router = useRouter()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const reply = await api("GET /document/download", { id })
    setBusy(false)
    // An attachment: the browser saves it and stays on this page.
    if (reply.ok) return location.assign(reply.data.url)
    if (reply.status === 401) return router.push(paths.login(paths.document(uuid)))
    feedback.error(reply.message || "下载失败")
  }
  return { busy, download }
}
