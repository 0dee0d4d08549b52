import type { ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"

type Props = {
  busy: boolean
  working: string
  disabled?: boolean
  /** classes beside `bt p`: lg, block */
  className?: string
  children: ReactNode
}

/**
 * Keeps its width while busy. Pressing it does not take the focus from the current field: an error message on blur would move the button
 * from under the pointer, and the click would be lost.
 */
export const SubmitButton = ({ busy, working, disabled = false, className = "lg", children }: Props) => (
  <BusyButton type="submit" className={`p ${className}`} busy={busy} disabled={disabled} onMouseDown={(event) => event.preventDefault()}>
    {busy ? working : children}
  </BusyButton>
)
