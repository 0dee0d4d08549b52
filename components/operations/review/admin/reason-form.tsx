"use client"

import { useEffect, useId, useRef, useState } from "react"
import { textOnly } from "@/components/ui/form/text-only"
import { commonReasons } from "@/lib/view/library/verdict-reasons"

type Props = {
  label: string
  /** offers the common reasons of a rejection */
  chips: boolean
  /** the label of the button that decides */
  submit: string
  reason: string
  onReason: (reason: string) => void
  /** may be empty */
  optional?: boolean
  disabled?: boolean
  onCancel: () => void
  onSubmit: () => void
}

/** The reason of a verdict, from a chip or in one's own words. */
export const ReasonForm = ({ label, chips, submit, reason, onReason, optional = false, disabled = false, onCancel, onSubmit }: Props) => {
  const ids = useId()
  const [problem, setProblem] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isReady = optional || reason.trim() !== ""
  return (
    <form
      noValidate
      className="review-reason"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSubmit()
      }}
    >
      {chips && (
        <div className="review-chips" role="group" aria-label="常用原因">
          {commonReasons.map((one) => (
            <button key={one} type="button" className="bt sm" aria-pressed={reason === one} onClick={() => onReason(one)}>
              {one}
            </button>
          ))}
        </div>
      )}
      <label htmlFor={`${ids}reason`}>{label}</label>
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
          onReason(event.target.value)
        }}
        {...textOnly(setProblem)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <p id={`${ids}why`} className="form-error" role="alert" hidden={!problem}>
        {problem}
      </p>
      <div className="review-acts">
        <button type="button" className="bt" onClick={onCancel}>
          取消
        </button>
        <button type="submit" className="bt p" disabled={disabled || !isReady}>
          {submit}
        </button>
      </div>
    </form>
  )
}
