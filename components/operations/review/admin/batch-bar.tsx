"use client"

import { useState } from "react"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import type { ReviewItem } from "@/lib/contract/types"
import { ReasonForm } from "./reason-form"
import { rejectionLabel } from "./verdict-words"
import type { DeskVerdict } from "./use-desk"

type Props = { items: readonly ReviewItem[]; onDecide: (verdict: DeskVerdict) => void; onClear: () => void }

/** The verdict about all chosen rows of the queue: approve, or reject with one reason. */
export const BatchBar = ({ items, onDecide, onClear }: Props) => {
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState("")
  const amount = `${items.length} 项`
  const reject = () => onDecide({ approve: false, ...(reason.trim() && { reason: reason.trim() }) })
  // comments have no field for a reason
  const takesReason = items.some(({ kind }) => kind !== ReviewKind.comment)
  return (
    <section className="review-batch" aria-label="批量审核">
      <p>已选 {amount}</p>
      {rejecting ? (
        <ReasonForm
          label={rejectionLabel}
          chips
          submit={`退回 ${amount}`}
          reason={reason}
          onReason={setReason}
          onCancel={() => setRejecting(false)}
          onSubmit={reject}
        />
      ) : (
        <div className="review-acts">
          <button type="button" className="bt p sm" onClick={() => onDecide({ approve: true })}>
            通过 {amount}
          </button>
          <button type="button" className="bt sm" onClick={() => (takesReason ? setRejecting(true) : reject())}>
            退回 {amount}
          </button>
          <button type="button" className="bt sm" onClick={onClear}>
            取消选择
          </button>
        </div>
      )}
    </section>
  )
}
