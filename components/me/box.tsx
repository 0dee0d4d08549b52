"use client"

import type { ReactNode } from "react"
import "@/app/styles/box.css"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"

/** For the field that a dialog opens with: React's own autoFocus comes before the dialog is shown, and is lost. */
export const focusFirst = (field: HTMLElement | null): void => field?.setAttribute("autofocus", "")

type Props = { open: boolean; title: string; onClose: () => void; children: ReactNode }

/** A small dialog in the middle (on phones at the bottom), with a name and a way out. */
export const Box = ({ open, title, onClose, children }: Props) => (
  <Dialog open={open} onClose={onClose} label={title} className="box-dialog">
    <div className="box">
      <div className="box-h">
        <h2>{title}</h2>
        <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </div>
  </Dialog>
)
