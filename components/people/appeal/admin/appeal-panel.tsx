"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { PanelProps } from "@/components/admin/crud/options"
import { RemarkField } from "@/components/admin/form/remark-field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useCall } from "@/components/ui/form/use-call"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { AppealStatus } from "@/lib/contract/people/appeal.enums"
import { AppealBody } from "./appeal-body"
import { useAppeal } from "./waiting-appeal"

/** An appeal and its answer: uphold it, which undoes the decision, or keep the decision. */
export const AppealPanel = ({ rows, crud, onClose }: PanelProps<"/appeal">) => {
  const { id } = rows[0]!
  const { appeal, failure } = useAppeal(id)
  const [answer, setAnswer] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const isWaiting = appeal?.status === AppealStatus.waiting
  const answers = isWaiting && appeal.refusal === "" && crud.may("AnswerAppeal")

  const send = async (upheld: boolean) => {
    if (!upheld && !answer.trim()) return refuse("请写明维持原处理的理由")
    const done = upheld ? "申诉成立，原来的处理已撤销" : "已答复，维持原来的处理"
    if (!(await call(() => api("PUT /appeal", { id, upheld, answer: answer.trim() }), { done, fallback: "答复失败" }))) return
    crud.reload()
    onClose()
  }
  return (
    <SidePanel
      onClose={onClose}
      title={isWaiting ? "答复申诉" : "申诉"}
      footer={
        answers && (
          <>
            <button type="button" className="bt" disabled={busy} onClick={() => void send(false)}>
              维持原处理
            </button>
            <BusyButton className="p" busy={busy} disabled={busy} onClick={() => void send(true)}>
              申诉成立
            </BusyButton>
          </>
        )
      }
    >
      <div className="adm-case">
        <RefusalNote text={failure || refusal || (isWaiting ? appeal.refusal : "")} />
        {appeal ? <AppealBody appeal={appeal} /> : failure ? null : <Skeleton height={320} />}
        {answers && (
          <RemarkField label="答复" value={answer} placeholder="申诉人会在通知里看到；维持原处理时要写明理由" onChange={setAnswer} />
        )}
      </div>
    </SidePanel>
  )
}
