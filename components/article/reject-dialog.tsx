"use client"

import { useRouter } from "next/navigation"
import { useId, useState, type FormEvent } from "react"
import "@/app/styles/dialog-document.css"
import { useCall } from "@/components/form/use-call"
import { Box, focusFirst } from "@/components/ui/box"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/enums"
import { commonReasons } from "@/lib/view/verdict-reasons"

/** Rejects an article with a reason, which its author reads. */
export const RejectDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const ids = useId()
  const router = useRouter()
  const [reason, setReason] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return refuse("请写明原因")
    const verdict = { article_id: [id], status: ReviewStatus.rejected, reject_reason: reason.trim() }
    if (!(await call(() => api("PUT /article/check", verdict), { done: "已拒绝" }))) return
    onClose()
    router.refresh()
  }
  return (
    <Box open title="拒绝文章" onClose={onClose}>
      <form className="verdict" noValidate onSubmit={(event) => void send(event)}>
        <p className="muted">作者会看到原因，修改后可以再次提交。</p>
        <div className="verdict-common" role="group" aria-label="常用原因">
          {commonReasons.map((one) => (
            <button key={one} type="button" className="bt sm" aria-pressed={reason === one} onClick={() => setReason(one)}>
              {one}
            </button>
          ))}
        </div>
        <textarea
          ref={focusFirst}
          className={refusal ? "ta err" : "ta"}
          value={reason}
          maxLength={200}
          aria-label="原因"
          aria-invalid={refusal !== ""}
          aria-describedby={`${ids}why`}
          placeholder="为什么不能通过"
          onChange={(event) => setReason(event.target.value)}
        />
        <p id={`${ids}why`} className="form-error" role="alert" hidden={!refusal}>
          <Icon name="fail" small />
          {refusal}
        </p>
        <div className="verdict-acts">
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <button type="submit" className={busy ? "bt p busy" : "bt p"} aria-busy={busy}>
            拒绝
          </button>
        </div>
      </form>
    </Box>
  )
}
