"use client"

import type { FormEvent, ReactNode } from "react"
import { Dialog } from "@/components/ui/dialog"
import { MoreIcon } from "@/components/ui/more-icon"

type Props = {
  title: string
  className?: string
  /** makes the dialog a form, which its submit button sends */
  onSend?: () => void
  onClose: () => void
  /** buttons, the main one last */
  acts: ReactNode
  children: ReactNode
}

/** A dialog at the side (at the bottom on phones): title, content and a row of buttons. */
export const SideDialog = ({ title, className = "", onSend, onClose, acts, children }: Props) => {
  const content = (
    <>
      <div className="box-h">
        <h2>{title}</h2>
        <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
          <MoreIcon name="close" />
        </button>
      </div>
      {children}
      <div className="side-dialog-acts">{acts}</div>
    </>
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend?.()
  }
  return (
    <Dialog open onClose={onClose} label={title} className={`dialog side-dialog ${className}`.trim()}>
      {onSend ? (
        <form className="side-dialog-in" noValidate onSubmit={send}>
          {content}
        </form>
      ) : (
        <div className="side-dialog-in">{content}</div>
      )}
    </Dialog>
  )
}
