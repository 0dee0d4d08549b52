"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import type { MyDocument } from "@/lib/domain/my-document"
import { MyDocumentRow } from "./my-document-row"
import { useLiveDocuments } from "./use-live-documents"

/** One's own documents; their states change while one looks. */
export const MyDocuments = ({ documents, now, level }: { documents: MyDocument[]; now: number; level: "h2" | "h3" }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(0)
  const live = useLiveDocuments(documents)

  const act = async (id: number, work: () => ReturnType<typeof remove>, done: string) => {
    setBusy(id)
    const reply = await work()
    setBusy(0)
    if (!reply.ok) return feedback.error(reply.message)
    feedback.success(done)
    router.refresh()
  }
  const retry = ({ id }: MyDocument) => void act(id, () => api("PUT /document/retry", { id }), "已重新排队，转换完成后自动显示")
  const ask = async ({ id, title }: MyDocument) => {
    const agreed = await feedback.confirm({ title: `删除《${title}》`, content: "别人将不能再阅读和下载它。", okText: "删除", danger: true })
    if (agreed) await act(id, () => remove(id), "删除成功")
  }
  return (
    <ul className="card up-rows">
      {live.map((document) => (
        <MyDocumentRow key={document.id} document={document} now={now} level={level} busy={busy === document.id} onRetry={retry} onDelete={(row) => void ask(row)} />
      ))}
    </ul>
  )
}

const remove = (id: number) => api("DELETE /document", { id: [id] })
