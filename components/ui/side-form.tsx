"use client"

import type { ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { MoreIcon } from "@/components/ui/more-icon"
import { SideDialog } from "@/components/ui/side-dialog"

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

/** A form in a side dialog: title, fields, refusal message, and two buttons. */
export const SideForm = ({ title, act, busy, refusal, whyId, onSend, onClose, children }: Props) => (
  <SideDialog
    title={title}
    onSend={onSend}
    onClose={onClose}
    acts={
      <>
        <button type="button" className="bt" onClick={onClose}>
          取消
        </button>
        <BusyButton type="submit" className="p" busy={busy}>
          {busy ? "正在提交" : act}
        </BusyButton>
      </>
    }
  >
    <div className="fm">
      {children}
      <p id={whyId} className="form-error" role="alert" hidden={!refusal}>
        <MoreIcon name="fail" small />
        {refusal}
      </p>
    </div>
  </SideDialog>
)
