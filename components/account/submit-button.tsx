import type { ReactNode } from "react"

/**
 * Keeps its width while it works. Pressing it does not take the focus from the field being typed in: the sentence that leaving the
 * field may bring would move the button from under the press, and the press would be lost.
 */
export const SubmitButton = ({ busy, working, disabled = false, children }: { busy: boolean; working: string; disabled?: boolean; children: ReactNode }) => (
  <button type="submit" className={`bt p lg block${busy ? " busy" : ""}`} aria-busy={busy} disabled={disabled} onMouseDown={(event) => event.preventDefault()}>
    {busy && <span className="spin" aria-hidden="true" />}
    {busy ? working : children}
  </button>
)
