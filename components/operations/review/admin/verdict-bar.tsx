"use client"

import { useEffect, useId, useRef, useState } from "react"
import { textOnly } from "@/components/ui/form/text-only"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { commonReasons } from "@/lib/view/library/verdict-reasons"
import { reasonLabels, verdictLabel } from "./verdict-words"
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
  const ids = useId()
  const [reason, setReason] = useState(draft)
  const [problem, setProblem] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const isReport = kind === ReviewKind.report
  // a comment has no field for a reason
  const takesReason = kind !== ReviewKind.comment
  useEffect(() => {
    if (rejecting) field.current?.focus()
  }, [rejecting])

  const reject = () => onDecide({ approve: false, ...(reason.trim() && { reason: reason.trim() }) })
  const ask = () => (takesReason ? onRejecting(!rejecting) : reject())
  const isReady = isReport || reason.trim() !== ""
  return (
    <div className="review-verdict">
      {rejecting && takesReason && (
        <form
          noValidate
          className="review-reason"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) reject()
          }}
        >
          {!reasonLabels[kind] && (
            <div className="review-chips" role="group" aria-label="常用原因">
              {commonReasons.map((one) => (
                <button key={one} type="button" className="bt sm" aria-pressed={reason === one} onClick={() => setReason(one)}>
                  {one}
                </button>
              ))}
            </div>
          )}
          <label htmlFor={`${ids}reason`}>{reasonLabels[kind] ?? "原因，作者会看到"}</label>
          <textarea
            ref={field}
            id={`${ids}reason`}
            className="ta"
            rows={2}
            maxLength={200}
            value={reason}
            aria-describedby={`${ids}why`}
            onChange={(event) => {
              setProblem("")
              setReason(event.target.value)
            }}
            {...textOnly(setProblem)}
            onKeyDown={(event) => event.key === "Escape" && onRejecting(false)}
          />
          <p id={`${ids}why`} className="form-error" role="alert" hidden={!problem}>
            {problem}
          </p>
          <div className="review-acts">
            <button type="button" className="bt" onClick={() => onRejecting(false)}>
              取消
            </button>
            <button type="submit" className="bt p" disabled={disabled || !isReady}>
              确定{verdictLabel(kind, false)}
            </button>
          </div>
        </form>
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
