"use client"

import type { FormEvent, ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { Dialog } from "@/components/ui/dialog"
import { MoreIcon } from "@/components/ui/more-icon"

type Props = {
  title: string
  /** labels of the submit button: idle, and while busy */
  act: string
  busy: boolean
  /** why it was refused; `whyId` is the id of this message, referenced by the fields that it concerns */
  refusal: string
  whyId: string
  onSend: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a side dialog (at the bottom on phones): title, fields, refusal message, and two buttons. */
export const SideForm = ({ title, act, busy, refusal, whyId, onSend, onClose, children }: Props) => {
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }
  return (
    <Dialog open onClose={onClose} label={title} className="dialog side-dialog">
      <form className="side-dialog-in" noValidate onSubmit={send}>
        <div className="box-h">
          <h2>{title}</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
            <MoreIcon name="close" />
          </button>
        </div>
        <div className="fm">
          {children}
          <p id={whyId} className="form-error" role="alert" hidden={!refusal}>
            <MoreIcon name="fail" small />
            {refusal}
          </p>
        </div>
        <div className="side-dialog-acts">
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <BusyButton type="submit" className="p" busy={busy}>
            {busy ? "正在提交" : act}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}
