"use client"

import { Drawer, Input } from "antd"
import { useId, useState } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useSideDrawer } from "@/components/ui/use-media"
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
  const ids = useId()
  const side = useSideDrawer()
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
    <Drawer
      open
      onClose={onClose}
      title="版权投诉"
      {...side}
      footer={
        decisions.length > 0 && (
          <div className="adm-form-foot">
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
          </div>
        )
      }
    >
      <ReadCase id={rows[0]!.id} onRead={setRow} />
      {decisions.length > 0 && (
        <div className="adm-case-reason">
          <label htmlFor={`${ids}reason`}>理由</label>
          <Input.TextArea
            id={`${ids}reason`}
            rows={3}
            maxLength={500}
            value={reason}
            aria-describedby={`${ids}why`}
            placeholder="上传者和投诉人都会看到；下架和维持下架必须写"
            onChange={({ target }) => setReason(target.value)}
          />
          <p id={`${ids}why`} className="form-error" role="alert" hidden={!refusal}>
            {refusal}
          </p>
        </div>
      )}
    </Drawer>
  )
}
