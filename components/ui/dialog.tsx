"use client"

import { useEffect, useRef, type ReactNode } from "react"

type Props = { open: boolean; onClose: () => void; label: string; className: string; children: ReactNode }

/**
 * A native modal dialog: it traps the focus, closes on Esc and returns the focus. A click outside the panel closes it, and so does any link
 * inside, even one to the current page. Its content exists only while it is open.
 */
export const Dialog = ({ open, onClose, label, className, children }: Props) => {
  const root = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = root.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])

  useEffect(() => {
    const dialog = root.current
    const onClick = (event: MouseEvent) => {
      if (event.target === dialog || (event.target instanceof Element && event.target.closest("a"))) onClose()
    }
    dialog?.addEventListener("click", onClick)
    return () => dialog?.removeEventListener("click", onClick)
  }, [onClose])

  return (
    <dialog ref={root} className={className} aria-label={label} onClose={onClose}>
      {open ? children : null}
    </dialog>
  )
}
