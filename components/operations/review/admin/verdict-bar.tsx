"use client"

import { useState } from "react"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { ReasonForm } from "./reason-form"
import { rejectionLabel, reasonLabels, verdictLabel } from "./verdict-words"
import type { DeskVerdict } from "./use-desk"

type Props = {
  kind: number
  /** the field for the reason is open; the key R opens it too */
  rejecting: boolean
  onRejecting: (open: boolean) => void
  disabled: boolean
  /** the reason of an earlier attempt */
  draft: string
  onDecide: (verdict: DeskVerdict) => void
}

/** The verdict: approve, or reject with a reason from a chip or in one's own words. */
export const VerdictBar = ({ kind, rejecting, onRejecting, disabled, draft, onDecide }: Props) => {
  const [reason, setReason] = useState(draft)
  // a comment has no field for a reason
  const takesReason = kind !== ReviewKind.comment

  const reject = () => onDecide({ approve: false, ...(reason.trim() && { reason: reason.trim() }) })
  const ask = () => (takesReason ? onRejecting(!rejecting) : reject())
  return (
    <div className="review-verdict">
      {rejecting && takesReason && (
        <ReasonForm
          label={reasonLabels[kind] ?? rejectionLabel}
          chips={!reasonLabels[kind]}
          submit={`确定${verdictLabel(kind, false)}`}
          reason={reason}
          onReason={setReason}
          optional={kind === ReviewKind.report}
          disabled={disabled}
          onCancel={() => onRejecting(false)}
          onSubmit={reject}
        />
      )}
      {!rejecting && (
        <div className="review-acts">
          <button type="button" className="bt p" disabled={disabled} aria-keyshortcuts="A" onClick={() => onDecide({ approve: true })}>
            {verdictLabel(kind, true)}
            <kbd>A</kbd>
          </button>
          <button type="button" className="bt" disabled={disabled} aria-keyshortcuts="R" onClick={ask}>
            {verdictLabel(kind, false)}
            <kbd>R</kbd>
          </button>
        </div>
      )}
    </div>
  )
}
