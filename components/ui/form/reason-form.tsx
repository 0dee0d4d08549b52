"use client"

import { useId, useState, type FormEvent } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { focusFirst } from "@/components/ui/box"
import { MoreIcon } from "@/components/ui/more-icon"
import { commonReasons } from "@/lib/view/library/verdict-reasons"
import { textOnly } from "./text-only"

type Props = {
  /** The consequence for the owner. */
  note: string
  act: string
  /** null if the server stores no reason. */
  placeholder: string | null
  maxLength: number
  busy: boolean
  refusal: string
  /** Receives the reason as typed, trimmed. */
  onSend: (reason: string) => void
  onCancel: () => void
}

/** Collects the reason for a staff decision that another user will read: common reasons as buttons, or free text. */
export const ReasonForm = ({ note, act, placeholder, maxLength, busy, refusal, onSend, onCancel }: Props) => {
  const ids = useId()
  const [reason, setReason] = useState("")
  const [noText, setNoText] = useState("")
  const problem = noText || refusal
  const send = (event: FormEvent) => {
    event.preventDefault()
    setNoText("")
    onSend(reason.trim())
  }
  return (
    <form className="verdict" noValidate onSubmit={send}>
      <p className="muted">{note}</p>
      {placeholder !== null && (
        <>
          <div className="verdict-common" role="group" aria-label="常用原因">
            {commonReasons.map((one) => (
              <button key={one} type="button" className="bt sm" aria-pressed={reason === one} onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
          <textarea
            ref={focusFirst}
            className={problem ? "ta err" : "ta"}
            value={reason}
            maxLength={maxLength}
            aria-label="原因"
            aria-invalid={problem !== ""}
            aria-describedby={`${ids}why`}
            placeholder={placeholder}
            onChange={(event) => {
              setNoText("")
              setReason(event.target.value)
            }}
            {...textOnly(setNoText)}
          />
        </>
      )}
      <p id={`${ids}why`} className="form-error" role="alert" hidden={!problem}>
        <MoreIcon name="fail" small />
        {problem}
      </p>
      <div className="verdict-acts">
        <button type="button" className="bt" onClick={onCancel}>
          取消
        </button>
        <BusyButton type="submit" className="p" busy={busy}>
          {act}
        </BusyButton>
      </div>
    </form>
  )
}
