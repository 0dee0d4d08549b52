"use client"

import { useRouter } from "next/navigation"
import { ReasonForm } from "@/components/ui/form/reason-form"
import { useCall } from "@/components/ui/form/use-call"
import { Box } from "@/components/ui/box"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"

/** Rejects an article with a reason that its author can read. */
export const RejectDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const router = useRouter()
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const send = async (reason: string) => {
    if (!reason) return refuse("请写明原因")
    const verdict = { article_id: [id], status: ReviewStatus.rejected, reject_reason: reason }
    if (!(await call(() => api("PUT /article/check", verdict), { done: "已拒绝" }))) return
    onClose()
    router.refresh()
  }
  return (
    <Box open title="拒绝文章" onClose={onClose}>
      <ReasonForm
        note="作者会看到原因，修改后可以再次提交。"
        act="拒绝"
        placeholder="为什么不能通过"
        maxLength={200}
        busy={busy}
        refusal={refusal}
        onSend={(reason) => void send(reason)}
        onCancel={onClose}
      />
    </Box>
  )
}
