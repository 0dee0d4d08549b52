"use client"

import type { ReactNode } from "react"
import { Dialog } from "@/components/ui/dialog"
import { MoreIcon } from "@/components/ui/more-icon"

/** Ref for the first field of a dialog: React's autoFocus runs before the dialog opens, and has no effect. */
export const focusFirst = (field: HTMLElement | null): void => field?.setAttribute("autofocus", "")

type Props = {
  open: boolean
  title: string
  onClose: () => void
  /** for a dialog whose style sheet sets another width */
  className?: string
  children: ReactNode
}

/** A small dialog in the middle (at the bottom on phones), with a title and a close button. */
export const Box = ({ open, title, onClose, className = "", children }: Props) => (
  <Dialog open={open} onClose={onClose} label={title} className={`dialog box-dialog ${className}`.trim()}>
    <div className="box">
      <div className="box-h">
        <h2>{title}</h2>
        <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
          <MoreIcon name="close" />
        </button>
      </div>
      {children}
    </div>
  </Dialog>
)
