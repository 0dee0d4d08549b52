import type { ReactNode } from "react"

/** Keeps its width while it works. */
export const SubmitButton = ({ busy, working, disabled = false, children }: { busy: boolean; working: string; disabled?: boolean; children: ReactNode }) => (
  <button type="submit" className={`bt p lg block${busy ? " busy" : ""}`} aria-busy={busy} disabled={disabled}>
    {busy && <span className="spin" aria-hidden="true" />}
    {busy ? working : children}
  </button>
)
