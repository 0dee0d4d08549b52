"use client"

import { useState } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { RemarkField } from "@/components/admin/form/remark-field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { ComplaintDecision } from "@/lib/contract/community/complaint.enums"
import type { ComplaintCase } from "@/lib/contract/types"
import { complaintDecisions } from "@/lib/rules/community/complaint-status"
import { ReadCase } from "./read-case"

const { takeDown, uphold } = ComplaintDecision
const dones: Record<number, string> = {
  [takeDown]: "已下架，上传者和投诉人会收到通知",
  [ComplaintDecision.dismiss]: "投诉已驳回",
  [ComplaintDecision.restore]: "已恢复展示",
  [uphold]: "已维持下架",
}

/** A case with the decisions that are possible now. */
export const ComplaintPanel = ({ rows, crud, onClose }: PanelProps<"/complaint">) => {
  const may = useMay()
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const [row, setRow] = useState<ComplaintCase | null>(null)
  const [reason, setReason] = useState("")
  const decisions = row && may("ComplaintAPI/UpdateComplaint") ? complaintDecisions(row.status) : []

  const decide = async (decision: number) => {
    const given = reason.trim()
    if (!given && (decision === takeDown || decision === uphold)) return refuse("请写明理由，上传者和投诉人都会看到")
    const input = { id: rows[0]!.id, decision, ...(given && { reason: given }) }
    if (!(await call(() => api("PUT /complaint", input), { done: dones[decision], fallback: "处理失败" }))) return
    crud.reload()
    onClose()
  }
  return (
    <SidePanel
      onClose={onClose}
      title="版权投诉"
      footer={
        decisions.length > 0 && (
          <>
            {decisions.map((decision) => (
              <button
                key={decision}
                type="button"
                className={decision === takeDown || decision === uphold ? "bt danger" : "bt"}
                disabled={busy}
                onClick={() => void decide(decision)}
              >
                {ComplaintDecision.labelOf(decision)}
              </button>
            ))}
          </>
        )
      }
    >
      <ReadCase id={rows[0]!.id} onRead={setRow} />
      {decisions.length > 0 && (
        <RemarkField
          className="adm-case-reason"
          label="理由"
          max={500}
          value={reason}
          placeholder="上传者和投诉人都会看到；下架和维持下架必须写"
          refusal={refusal}
          onChange={setReason}
        />
      )}
    </SidePanel>
  )
}
